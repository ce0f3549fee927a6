import { useProvisioningTokens, useTokenChanges } from '@/shared/api/provisioning'
import { notify } from '@/shared/ui/notify'
import { ProvisioningPageView } from './ProvisioningPageView'

/** The provisioning of users by the company's identity provider. */
export function ProvisioningPage() {
  const list = useProvisioningTokens()
  const { make, end } = useTokenChanges()
  return (
    <ProvisioningPageView
      list={list}
      onMake={token => make.mutateAsync(token)}
      onEnd={async ({ id }) => {
        await end.mutateAsync(id)
        notify({ key: 'messages.tokenEnded', color: 'success' })
      }}
    />
  )
}
