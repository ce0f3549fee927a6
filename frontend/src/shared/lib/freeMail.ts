// The API's own list, so that both refuse the same.
import list from '../../../../shared/domain/company/freemail.txt?raw'

const domains = new Set(list.split(/\s+/).filter(Boolean))

/**
 * Whether an address belongs to a free mail provider, at its domain or a subdomain: a sign-up needs an
 * address of the company's own domain.
 */
export function isFreeMail(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).trim().toLowerCase().split('.')
  return labels.some((_, from) => domains.has(labels.slice(from).join('.')))
}
