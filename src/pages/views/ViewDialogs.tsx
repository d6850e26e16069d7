import { Suspense, useSyncExternalStore } from 'react'
import { further } from '#ui/table/further.ts'
import { offerFurtherColumns } from '#ui/table/further-columns.ts'
import { offerFurtherViews } from '#ui/table/further-views.ts'
import { later } from '#ui/layout/later.ts'
import { ask, requested, subscribe, takeExport } from '#components/views/view-requests.ts'

const ViewForm = later(async () => (await import('#components/views/ViewForm.tsx')).ViewForm)
const ExportView = later(async () => (await import('#components/views/ExportView.tsx')).ExportView)
offerFurtherViews(async () => (await import('#components/views/SharedViews.tsx')).SharedViews)
offerFurtherColumns(() => import('#components/fleet/columns/further-columns.ts'))
further.take = takeExport

/** Dialogs requested by lists: sharing a view, and exporting as a job. */
export function ViewDialogs() {
  const request = useSyncExternalStore(subscribe, requested)
  const close = () => ask(undefined)
  return (
    <Suspense>
      {request?.kind === 'share' && <ViewForm {...request} onClose={close} />}
      {request?.kind === 'export' && <ExportView {...request} onClose={close} />}
    </Suspense>
  )
}
