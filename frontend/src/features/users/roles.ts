import type { RoleId, User } from '@/shared/api/users'

/** The roles, from the least to the most rights. */
export const roles: readonly { id: RoleId; name: User['role']['name'] }[] = [
  { id: 0, name: 'viewer' },
  { id: 1, name: 'downloadable_viewer' },
  { id: 90, name: 'editor' },
  { id: 100, name: 'admin' },
]
