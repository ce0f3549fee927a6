import { UploadPageView, type UploadPageViewProps } from '@/features/upload/UploadPageView'
import { renderScreen } from '@/test/render'

const nothing = () => undefined

/** Draws the page of uploads as a test describes it: without departments, by the rule that any or none may be chosen. */
export const drawUpload = (props: Pick<UploadPageViewProps, 'items'> & Partial<UploadPageViewProps>) =>
  renderScreen(<UploadPageView departments={[]} rule="any" selected={[]} onSelect={nothing} onAdd={nothing} onStart={nothing} onRetry={nothing} onAccept={nothing} onRemove={nothing} onClear={nothing} {...props} />)
