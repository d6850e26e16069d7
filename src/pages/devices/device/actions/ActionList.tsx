import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import { type ActionName, isIrreversible } from '#contract/mdm/actions/actions.ts'
import { listDeviceActions } from '#contract/mdm/device-parts.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { textOf } from '#contract/words/value-text.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Text } from '#ui/layout/layout.ts'
import { IconLock } from '#ui/theme/icons.ts'
import { actionMenu, type MenuEntry, sharedRefusal } from './action-menu.ts'
import classes from './ActionList.module.css'

type Props = { device: Device; onChoose: (action: ActionName) => void }

/** Actions of the device. Unavailable ones have a reason; a shared reason is shown once. */
export function ActionList({ device, onChoose }: Props) {
  const may = useMay()
  const sharedId = useId()
  const asked = query(listDeviceActions, { device_id: textOf(device.device_id), limit: pageLimit.max })
  const { data, error, refetch } = useQuery(asked)
  // If the list cannot be read, uses the actions in the device record.
  const actions = data?.rows ?? (error ? device.actions : undefined)
  if (!actions) {
    return error ? <PartProblem error={error} of={listDeviceActions} onRetry={refetch} /> : <Loading />
  }
  const groups = actionMenu({ offered: actions, vendorActions: device.vendor_actions, may })
  if (groups.length === 0) return <Text size="sm">No actions available for this device.</Text>
  const shared = sharedRefusal(groups)
  return (
    <>
      {shared && (
        <p id={sharedId} className={classes.shared}>
          <IconLock size={14} aria-hidden /> {shared}
        </p>
      )}
      {groups.map(({ title, entries }) => (
        <section key={title} aria-label={title} className={classes.group}>
          <h2 className={classes.title}>{title}</h2>
          <ul className={classes.list}>
            {entries.map((entry) => (
              <li key={entry.name}>
                <Entry
                  entry={entry}
                  reasonId={entry.refusal !== undefined && entry.refusal === shared ? sharedId : undefined}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type EntryProps = Pick<Props, 'onChoose'> & {
  entry: MenuEntry
  /** Id of the element that states the reason, if it is not stated here. */
  reasonId: string | undefined
}

function Entry({ entry: { name, label, action, refusal }, reasonId, onChoose }: EntryProps) {
  const choose = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (refusal !== undefined || !action) return
    // Closes the menu first, which would cover the dialog.
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onChoose(action)
  }
  return (
    <button
      type="button"
      className={classes.entry}
      data-danger={isIrreversible(name) || undefined}
      aria-disabled={refusal !== undefined}
      aria-describedby={reasonId}
      onClick={choose}
    >
      {label}
      {reasonId && <IconLock size={14} aria-hidden className={classes.lock} />}
      {refusal !== undefined && !reasonId && <span className={classes.refusal}>{refusal}</span>}
    </button>
  )
}
