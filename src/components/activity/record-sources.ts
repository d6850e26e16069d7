/** Sources of activity for objects with a record of their own: devices and computers. */
import { call } from '#api/call.ts'
import { changeText } from '#components/annotations/change-text.ts'
import { codeText } from '#contract/codes/legend.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { listComputerChanges } from '#contract/fleet/computer-endpoints.ts'
import { listDeviceChanges } from '#contract/fleet/fleet-endpoints.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { commandStatus } from '#contract/mdm/status.ts'
import { instantOf } from '#contract/time.ts'
import { labelOf } from '#contract/words/label.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { type ActivitySource, explained, size } from './activity-sources.ts'

const commandTones: Readonly<Record<number, Tone>> = { [-1]: 'muted', 0: 'bad', 2: 'ok' }

/** Commands that were sent to a device. */
export const commandSource = (device_id: string): ActivitySource => ({
  name: 'commands',
  label: 'Commands',
  permission: listDeviceCommands.permission,
  reads: listDeviceCommands.reads,
  endpoint: listDeviceCommands,
  read: async (offset = 0, signal) => {
    const { rows, total } = await call(listDeviceCommands, { device_id, limit: size, offset }, signal)
    // Servers without paging return all rows, whatever the limit.
    const isMore = total === undefined ? rows.length === size : offset + rows.length < total && rows.length <= size
    return {
      entries: rows.map((row, at) => {
        const { command_name: name, command_status: status, command_history_id: id, added_by_name: by } = row
        const added = instantOf(row.added_time)?.getTime()
        const entry = { ...(id !== undefined && { entry: id }), ...(added !== undefined && { sent: String(added) }) }
        return {
          key: `commands ${id ?? `${offset + at}`}`,
          at: added,
          title: labelOf(name || 'Unnamed command'),
          text: [status === undefined ? '' : codeText(commandStatus, status), row.remarks].filter(Boolean).join(' · '),
          by: by ?? '',
          tone: commandTones[Number(status)] ?? 'info',
          to: `${paths.deviceCommands(device_id)}?${new URLSearchParams(entry)}`,
        }
      }),
      oldest: instantOf(rows.at(-1)?.added_time)?.getTime(),
      ...(isMore && rows.length > 0 && { next: offset + rows.length }),
    }
  },
})

type ChangesEndpoint = typeof listDeviceChanges | typeof listComputerChanges

/** Record changes that the console has detected between two indexing runs. */
export const changeSource = <E extends ChangesEndpoint>(
  endpoint: E,
  of: Omit<Input<E>, 'before' | 'limit'>,
  /** Page with the current value of a changed field. */
  pageOf?: (field: string) => string,
): ActivitySource => ({
  name: 'changes',
  label: 'Record changes',
  permission: endpoint.permission,
  reads: endpoint.reads,
  endpoint,
  read: async (before, signal) => {
    const many = endpoint === listDeviceChanges ? 'devices' : 'computers'
    const asked = { ...of, limit: size, ...(before !== undefined && { before }) } as Input<E>
    const { changes, state } = (await call(endpoint, asked, signal)) as Output<ChangesEndpoint>
    if (state.state === 'no-credential')
      throw await explained(
        'KEY_NEEDED',
        'The console has no service credential for this server',
        many === 'devices' ? 'mdm' : 'desktop',
      )
    const last = changes.at(-1)
    return {
      entries: changes.map(({ id, at, field, before: was = '', after = '' }) => ({
        key: `changes ${id}`,
        at,
        title: labelOf(field),
        text: changeText(was, after),
        by: '',
        tone: 'info',
        ...(pageOf && { to: pageOf(field) }),
      })),
      oldest: last?.at,
      ...(changes.length === size && last && { next: last.id }),
      ...(state.asOf === undefined && {
        note: `Record changes are kept once the console has read all ${many} for the first time, which the page Query starts.`,
      }),
    }
  },
})
