import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { type ApprovalRule, type RuleMode, setApprovalRule } from '#contract/console/approvals.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'

const modes: { value: RuleMode; label: string }[] = [
  { value: 'free', label: 'No approval needed' },
  { value: 'above', label: 'Approval above a limit' },
  { value: 'always', label: 'Approval always needed' },
]
const { mode, above, minutes } = setApprovalRule.input.shape
const typedNumber = z.pipe(
  z.string(),
  z.transform((typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN)),
)

/** Edits the rule for when an action needs approval. */
export function RuleDialog({ rule, onClose }: { rule: ApprovalRule; onClose: () => void }) {
  const [chosen, setChosen] = useState(rule.mode)
  const { action } = rule
  // Limits that are not shown remain unchanged.
  const schema = z.object({
    mode,
    above: z._default(z.pipe(typedNumber, above), rule.above),
    minutes: z._default(z.pipe(typedNumber, minutes), rule.minutes),
  })
  return (
    <FormDialog
      title={guardedActions[action].label}
      action="Save"
      schema={schema}
      send={(values) => change(setApprovalRule, { action, ...values })}
      onClose={onClose}
    >
      <SelectField
        name="mode"
        label="Rule"
        options={modes}
        defaultValue={chosen}
        autoFocus
        onChange={({ currentTarget }) => setChosen(currentTarget.value as RuleMode)}
      />
      {chosen === 'above' && (
        <>
          <TextField
            name="above"
            label={`Number of ${guardedActions[action].nouns[1]}`}
            description="The number that one user can process without approval. Each counts once."
            inputMode="numeric"
            defaultValue={rule.above}
          />
          <TextField name="minutes" label="Within minutes" inputMode="numeric" defaultValue={rule.minutes} />
        </>
      )}
      <Text size="sm" c="dimmed">
        Loosening the rule needs approval by a second person. Tightening it does not.
      </Text>
    </FormDialog>
  )
}
