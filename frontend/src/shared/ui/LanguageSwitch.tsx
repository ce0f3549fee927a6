import { Button } from '@mui/material'
import { useState } from 'react'
import { errorText } from '@/shared/api/report'
import { switchLocale } from '@/shared/i18n/i18n'
import { useLocale } from '@/shared/i18n/useLocale'
import type { Locale } from '@/shared/lib/locale'
import { LanguageIcon } from './icons/icons'
import { notify } from './notify'

/** Each language's own name. */
export const languageNames: Record<Locale, string> = { 'ja-JP': '日本語', 'en-US': 'English' }

/** A button that switches to the other language, labelled in that language. */
export function LanguageSwitch({ onSwitch, fullWidth = false }: { onSwitch?: (locale: Locale) => void; fullWidth?: boolean }) {
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const other: Locale = locale === 'ja-JP' ? 'en-US' : 'ja-JP'
  const change = async () => {
    setBusy(true)
    try {
      await switchLocale(other)
      onSwitch?.(other)
    } catch (error) {
      notify({ text: errorText(error, 'read'), color: 'error' })
    }
    setBusy(false)
  }
  return (
    <Button
      color="inherit"
      size="small"
      lang={other.split('-')[0]}
      startIcon={<LanguageIcon />}
      onClick={() => void change()}
      disabled={busy}
      fullWidth={fullWidth}
      sx={{ whiteSpace: 'nowrap', flexShrink: 0, ...(fullWidth && { justifyContent: 'flex-start', px: 2 }) }}
    >
      {languageNames[other]}
    </Button>
  )
}
