import type { TextKey } from '@/shared/i18n/keys'

/**
 * A message key with values as one string (`validation.maxLength?length=45`): a validation rule returns it
 * as its message, and a form field translates it into the current language.
 */
export function messageKey(key: TextKey, values: Record<string, number> = {}): string {
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${key}?${query.toString()}` : key
}

export function parseMessageKey(message: string): { key: TextKey; values: Record<string, number> } {
  const at = message.indexOf('?')
  if (at < 0) return { key: message as TextKey, values: {} }
  return { key: message.slice(0, at) as TextKey, values: Object.fromEntries([...new URLSearchParams(message.slice(at + 1))].map(([name, value]) => [name, Number(value)])) }
}
