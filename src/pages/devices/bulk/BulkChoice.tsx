import { useMemo, useState } from 'react'
import { useMay } from '#api/may.ts'
import { maxSelected } from '#contract/console/plans/device-selections.ts'
import { type ActionName, actionNames, actions } from '#contract/mdm/actions/actions.ts'
import { isForQueries } from '#contract/mdm/actions/verdict.ts'
import { endpointOf } from '#contract/mdm/commands.ts'
import { ActionEffect } from '#pages/devices/device/actions/ActionMeaning.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Bulk.module.css'
import { BulkOfQuery } from './BulkOfQuery.tsx'
import { BulkOrder } from './BulkOrder.tsx'
import { BulkPreview } from './BulkPreview.tsx'
import { leftOutOf, previewOf } from './preview.ts'
import type { Chosen } from './chosen.ts'
import { deviceCount } from '#pages/devices/device-count.ts'

const none = { value: '', label: 'Choose a command' }
const choices = actionNames.map((name) => ({ value: name, label: actions[name].label }))
const choicesOfAll = choices.map((one) => ({ ...one, disabled: !isForQueries(one.value) }))

const maxPreviewed = deviceCount(maxSelected)

/** Command and target devices, with a preview before it is sent. */
export function BulkChoice({ chosen }: { chosen: Chosen }) {
  const [action, setAction] = useState<ActionName>()
  const [evenThose, setEvenThose] = useState(false)
  const { all } = chosen
  const rows = useMemo(() => action && previewOf(chosen, action), [chosen, action])
  const leftOut = useMemo(() => leftOutOf(rows ?? [], evenThose), [rows, evenThose])
  const may = useMay()
  const permission = action && endpointOf(action).permission
  return (
    <>
      <Panel title={`${deviceCount(all?.count ?? chosen.targets.length)}, selected in ${chosen.source}`}>
        <Stack gap="md">
          <SelectField
            className={classes.command}
            name="action"
            label="Command"
            value={action ?? ''}
            options={[none, ...(all ? choicesOfAll : choices)]}
            description={
              all &&
              `Commands that lock or erase devices, or remove protection, can be sent to at most ${maxPreviewed} at a time`
            }
            onChange={({ currentTarget }) => setAction(actionNames.find((name) => name === currentTarget.value))}
          />
          {action && <ActionEffect action={action} />}
          {permission && !may(permission) && (
            <Notice tone="warn" title={`Your account needs ${permission}`}>
              <span>You can preview the devices. Ask an administrator for the permission or to send the command.</span>
            </Notice>
          )}
          {action && !all && <BulkOrder key={action} {...{ chosen, action, leftOut }} />}
          {action && all && <BulkOfQuery key={action} {...{ chosen, action, all }} />}
        </Stack>
      </Panel>
      {rows && !all && <BulkPreview rows={rows} evenThose={evenThose} onEvenThose={setEvenThose} />}
    </>
  )
}
