import { useQuery } from '@tanstack/react-query'
import { useHref } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { useFocusBack } from '#ui/keyboard/focus-back.ts'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { Properties } from '#ui/values/Properties.tsx'
import { CancelCommand } from './CancelCommand.tsx'
import { commandsSentAt } from './command-query.ts'
import { type CommandRow, commandRows } from './command-rows.ts'
import { CommandSteps } from './CommandLife.tsx'
import { entryHref } from './entry-href.ts'

type Props = {
  deviceId: string
  entry: string
  /** Epoch milliseconds. */
  sent: number | undefined
  /** Rows that are already loaded. */
  rows: readonly CommandRow[]
}

/** A single command with all details, as opened by a link. */
export function CommandEntry({ deviceId, entry, sent, rows }: Props) {
  useFocusBack()
  const isEntry = ({ id, historyId }: CommandRow) => (historyId || id) === entry
  const here = rows.find(isEntry)
  const asked = useQuery({ ...commandsSentAt(deviceId, sent ?? 0), enabled: !here && sent !== undefined })
  const row = here ?? commandRows(asked.data?.rows ?? []).find(isEntry)
  const link = useHref(row ? entryHref(deviceId, row) : '')
  const close = (
    <ActionLink to="?" size="xs" preventScrollReset>
      Close
    </ActionLink>
  )
  if (!row) {
    return (
      <Panel key={entry} called title={`Command ${entry}`} actions={close}>
        {asked.isLoading && <Loading />}
        {asked.error && <PartProblem error={asked.error} of={listDeviceCommands} onRetry={asked.refetch} />}
        {!asked.isLoading && !asked.error && (
          <Text size="sm">No such entry in the command history, or not on this page.</Text>
        )}
      </Panel>
    )
  }
  return (
    <Panel
      key={entry}
      called
      title={`${row.label}, ${row.at ? absoluteTime(row.at) : 'no time'}`}
      aside={row.status && <CodeValue of={row.status} />}
      actions={
        <>
          <CopyButton withText value={new URL(link, location.origin).href} label="Copy link" />
          {close}
        </>
      }
    >
      <Properties bare items={factsOf(row)} />
      <CommandSteps row={row} />
      <CancelCommand row={row} />
    </Panel>
  )
}

const factsOf = ({ command, historyId, by, at, raw, remarks, ids }: CommandRow) => [
  { label: 'Command', value: <code>{command || '–'}</code> },
  { label: 'Command history ID', value: <code>{historyId || '–'}</code>, copy: historyId },
  { label: 'Sent', value: at ? `${at.toISOString()} (${raw})` : raw || '–' },
  { label: 'Sent by', value: by || '–' },
  { label: 'Remarks', value: remarks.join(' · ') || '–' },
  { label: 'Raw entry', value: <code>{ids || '–'}</code> },
]
