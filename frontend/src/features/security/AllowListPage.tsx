import { useAddressChanges, useAllowedAddresses, useOwnAddress } from '@/shared/api/addresses'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import type { TextKey } from '@/shared/i18n/keys'
import { limits } from '@/shared/lib/limits'
import { notify } from '@/shared/ui/notify'
import { AllowListPageView } from './AllowListPageView'

const done = (key: TextKey) => notify({ key, color: 'success' })

export function AllowListPage() {
  const me = useMe()
  const list = useAllowedAddresses()
  const own = useOwnAddress()
  const { add, register, remove } = useAddressChanges()
  return (
    <AllowListPageView
      list={list}
      own={own.data ?? (own.isError ? '' : undefined)}
      may={{ add: can(me, 'ALLOWED_IP_ADDRESS_CREATE'), delete: can(me, 'ALLOWED_IP_ADDRESS_DELETE') }}
      onAdd={async address => {
        await add.mutateAsync(address)
        done('messages.addressAdded')
      }}
      onDelete={async ({ id }) => {
        await remove.mutateAsync(id)
        done('messages.addressDeleted')
      }}
      csv={{
        pending: register.isPending,
        failure: register.error,
        result: register.data && { count: register.data.total },
        maxBytes: limits.csvBytes,
        onReset: register.reset,
        onSubmit: file => register.mutate(file, { onSuccess: () => done('messages.addressesRegistered') }),
      }}
    />
  )
}
