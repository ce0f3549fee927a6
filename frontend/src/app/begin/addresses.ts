import { defaultPageSize } from '@/shared/lib/pageSize'
import { paths, sheetIn } from '@/shared/lib/paths'

/** What the first screen of an address reads, below the root of the API: what every screen needs, and the list or the sheet. */
export function addressesFor({ pathname, searchParams }: URL, companyId: string): string[] {
  const company = `/companies/${encodeURIComponent(companyId)}`
  const sheetId = sheetIn(searchParams)
  const all = ['/users/me', company, `${company}/departments`]
  if (sheetId) return [...all, `${company}/tags`, `${company}/sdses/${encodeURIComponent(sheetId)}`, `${company}/sdses/revision_candidates?sds_ids=${encodeURIComponent(sheetId)}`]
  // What filters and orders ask for is known to the list alone.
  if (pathname === paths.sdsList && searchParams.size === 0) return [...all, `${company}/sdses?page=1&limit=${defaultPageSize}`, `${company}/tags`]
  return all
}
