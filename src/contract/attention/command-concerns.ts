import type { AuditEntry } from '#contract/console/audit.ts'
import type { ConnectionView } from '#contract/console/connections.ts'
import { labelOf } from '#contract/words/label.ts'
import { counted } from '#contract/words/counted.ts'
import type { DeviceCommand } from '#contract/mdm/devices.ts'
import { keyDaysLeft, keyEndsSoon } from '#contract/mdm/key-life.ts'
import { instantOf } from '#contract/time.ts'
import { type Concern, type Places } from './concern.ts'

/** Older commands are not reported. */
export const commandDays = 7
/** Commands that are pending for longer are reported. */
export const pendingAfterMs = 24 * 60 * 60_000
/** Each device takes one call, so only the most recent ones are checked. */
const maxDevices = 10

/** Devices targeted by the newest audit entries. */
export const devicesInAudit = (
  entries: readonly (Pick<AuditEntry, 'action' | 'target'> & { result?: string | undefined })[],
): string[] =>
  [
    ...new Set(
      entries
        .filter(({ action, result }) => result === 'done' && action.startsWith('mdm.'))
        .flatMap(({ target }) => deviceInTarget(target) ?? []),
    ),
  ].slice(0, maxDevices)

/** The device in the target of an audit entry. */
export const deviceInTarget = (target: string) => /\bdevice_id: ?([\w-]+)/.exec(target)?.[1]

type Sent = { device_id: string; commands: readonly DeviceCommand[] }

/** Failed commands, and commands that are still pending after a day (states of commands: mobile-device-management). */
export const commandConcerns = (sent: readonly Sent[], now: number, places: Places): Concern[] =>
  sent.flatMap(({ device_id, commands }) =>
    commands.flatMap((command): Concern[] => {
      const { command_status: status, command_name, command_history_id } = command
      const at = instantOf(command.added_time)
      const entry = command_history_id ?? command.command_id ?? ''
      const failed = status === 0
      const stuck = (status === 1 || status === 3) && at !== undefined && now - at.getTime() > pendingAfterMs
      if (entry === '' || !(failed || stuck)) return []
      const name = command_name ? labelOf(command_name) : 'Unnamed command'
      const address = new URLSearchParams({ entry, ...(at && { sent: `${at.getTime()}` }) })
      return [
        {
          id: `command ${device_id} ${entry}`,
          state: String(status),
          kind: failed ? 'failed' : 'stuck',
          urgent: failed,
          title: failed ? `${name} failed` : `${name} is pending`,
          why: failed ? reasonOf(command) : 'Sent more than a day ago, not complete',
          to: `${places.deviceCommands(device_id)}?${address}`,
        },
      ]
    }),
  )

const reasonOf = ({ remarks, added_by_name }: DeviceCommand) =>
  [remarks || 'No reason reported by the server', added_by_name && `sent by ${added_by_name}`]
    .filter(Boolean)
    .join(', ')

/** API keys of the console's connections that are about to expire or have expired. */
export const endingKeys = (
  connections: readonly Pick<ConnectionView, 'name' | 'key'>[],
  now: number,
  places: Places,
): Concern[] =>
  connections.flatMap(({ name, key }) => {
    if (key?.expiresAt === undefined) return []
    const days = keyDaysLeft(key.expiresAt, now)
    if (!keyEndsSoon(days)) return []
    return [
      {
        id: `key ${name}`,
        state: `${days < 0 ? 'ended' : 'ending'} ${key.expiresAt}`,
        kind: 'key',
        urgent: days < 7,
        title: `API key of ${name}`,
        why:
          days < 0
            ? 'Expired: rejected by the server'
            : // A key of the connections file may have been generated before its first use here.
              `Expires ${key.source === 'console' ? 'in' : 'within'} ${counted(days, 'day', 'days')}`,
        to: `${places.apiKeys}?${new URLSearchParams({ connection: name })}`,
      },
    ]
  })
