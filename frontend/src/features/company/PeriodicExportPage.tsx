import { useCompany } from '@/shared/api/company'
import { ApiError } from '@/shared/api/error'
import { useExportOperations } from '@/shared/api/exports'
import { useMe } from '@/shared/api/me'
import { readPeriodicExport, usePeriodicChanges, usePeriodicExports, useSendableUsers } from '@/shared/api/periodic'
import type { TextKey } from '@/shared/i18n/keys'
import { jobPath } from '@/shared/lib/paths'
import { useHasOption } from '@/shared/ui/Gate'
import { notify } from '@/shared/ui/notify'
import { PeriodicExportPageView } from './PeriodicExportPageView'

const none: readonly never[] = []
const done = (key: TextKey) => notify({ key, color: 'success' })

export function PeriodicExportPage() {
  const me = useMe()
  const hasOption = useHasOption('periodic_export')
  const company = useCompany()
  const list = usePeriodicExports()
  const people = useSendableUsers()
  const operations = useExportOperations()
  const { create, edit, pause, run, remove } = usePeriodicChanges()
  return (
    <PeriodicExportPageView
      hasOption={hasOption}
      list={list}
      people={people.data ?? none}
      operations={operations.data?.items ?? none}
      me={me}
      onCreate={async setting => {
        await create.mutateAsync(setting)
        done('messages.periodicCreated')
      }}
      onEdit={async ({ id }, change, version) => {
        const saved = await edit.mutateAsync({ settingId: id, version, change })
        done('messages.periodicUpdated')
        return saved
      }}
      onRead={async ({ id }) => {
        try {
          return await readPeriodicExport(company.id, id)
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        }
      }}
      onPause={async ({ id, version }, enabled) => {
        await pause.mutateAsync({ settingId: id, version, change: { is_enabled: enabled } })
        done(enabled ? 'messages.periodicResumed' : 'messages.periodicPaused')
      }}
      onRun={async ({ id }) => {
        const { job_id: job } = await run.mutateAsync(id)
        notify({ key: 'messages.periodicStarted', color: 'success', link: { to: jobPath(job), key: 'periodic.toJob' } })
      }}
      onDelete={async ({ id }) => {
        await remove.mutateAsync(id)
        done('messages.periodicDeleted')
      }}
    />
  )
}
