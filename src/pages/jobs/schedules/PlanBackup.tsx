import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import type { JobOrder } from '#components/jobs/start-job.ts'
import { PlanDialog } from '#components/schedules/PlanDialog.tsx'
import { backUp, backupSubject, getAbout, noBackupFolder } from '#contract/console/connections.ts'

const order: JobOrder = {
  endpoint: backUp,
  title: 'Backup',
  input: {},
  items: [{ subject: backupSubject, label: 'Backup' }],
}

/** Available if the operator has configured a directory, which users cannot change. */
export function PlanBackup() {
  const { data } = useQuery(query(getAbout, {}))
  return (
    <ActionButton
      variant="filled"
      reason={data?.backups === false && noBackupFolder}
      renderDialog={(close) => <PlanDialog order={order} onClose={close} />}
    >
      Schedule…
    </ActionButton>
  )
}
