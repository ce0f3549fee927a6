import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { VisuallyHidden } from './VisuallyHidden'

it('takes no place beside what is seen, and is there for assistive technology', () => {
  render(<VisuallyHidden component="h2">一覧</VisuallyHidden>)
  expect(screen.getByRole('heading', { name: '一覧' })).toHaveStyle({ position: 'absolute', width: '1px', height: '1px' })
})
