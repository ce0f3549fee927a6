import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { currentLocale, showLocale } from '@/shared/i18n/i18n'
import { ContactPageView } from './ContactPageView'
import { useSendInquiry } from './api/inquiry'

/** The contact form, in English; `language=ja` is the Japanese one, for where there is no other site to ask on. */
export function ContactPage() {
  const [search] = useSearchParams()
  const language = search.get('language') === 'ja' ? 'ja' : 'en'
  const { mutateAsync } = useSendInquiry(language)
  const [reference, setReference] = useState<string | null>(null)
  useEffect(() => {
    const before = currentLocale()
    const shown = language === 'ja' ? 'ja-JP' : 'en-US'
    if (before === shown) return
    // Without the texts of the language the form stays in the other one.
    void showLocale(shown).catch(() => undefined)
    return () => void showLocale(before).catch(() => undefined)
  }, [language])
  return <ContactPageView reference={reference} onSubmit={async inquiry => setReference((await mutateAsync(inquiry)).reference)} />
}
