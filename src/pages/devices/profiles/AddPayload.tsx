import { useState } from 'react'
import * as z from 'zod'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { labelOf } from '#contract/field.ts'
import { type PayloadKind, payloadKinds, type PayloadRule } from '#contract/mdm/payload-kinds.ts'
import { addProfilePayload } from '#contract/mdm/profiles.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'

/** An image has to be chosen as a file and to fit into one call: that is left to the server's own pages. */
const kinds = (Object.keys(payloadKinds) as PayloadKind[]).filter((kind) => kind !== 'wallpaper')
const rulesOf = (kind: PayloadKind): [name: string, rule: PayloadRule][] => Object.entries(payloadKinds[kind])

export function AddPayload({ id, onClose }: { id: string; onClose: () => void }) {
  const [kind, setKind] = useState<PayloadKind>('passcode')
  return (
    <FormDialog
      title="Add payload"
      action="Add"
      schema={schemaOf(kind)}
      send={(payload) => change(addProfilePayload, { profile_id: id, payload_type: kind, payload })}
      renderFields={(errors) => (
        <>
          <SelectField
            name="kind"
            label="Type"
            value={kind}
            options={kinds.map((value) => ({ value, label: labelOf(value) }))}
            onChange={({ currentTarget }) => setKind(kinds.find((one) => one === currentTarget.value) ?? kind)}
          />
          {rulesOf(kind).map(([name, rule]) => (
            <RuleField key={`${kind} ${name}`} name={name} rule={rule} error={errors[name]} />
          ))}
        </>
      )}
      onClose={onClose}
    />
  )
}

function RuleField({ name, rule, error }: { name: string; rule: PayloadRule; error: string | undefined }) {
  const shared = { name, label: labelOf(name), ...(error && { error }) }
  if ('oneOf' in rule) return <SelectField {...shared} options={rule.oneOf.map((value) => ({ value, label: value }))} />
  const range = 'from' in rule ? `A number from ${rule.from} to ${rule.to}.` : ''
  return <TextField {...shared} description={[range, rule.required ? '' : 'Optional.'].filter(Boolean).join(' ')} />
}

/** The rules of a kind as a form: what is left empty is not sent. */
const schemaOf = (kind: PayloadKind) =>
  z.record(z.string(), z.unknown()).transform((form, context) => {
    const payload: Record<string, string | number> = {}
    for (const [name, rule] of rulesOf(kind)) {
      const typed = form[name]
      const text = typeof typed === 'string' ? typed.trim() : ''
      const complaint = complaintOf(rule, text)
      if (complaint) context.addIssue({ code: 'custom', path: [name], message: complaint })
      else if (text !== '') payload[name] = 'from' in rule ? Number(text) : text
    }
    return payload
  })

function complaintOf(rule: PayloadRule, text: string): string | undefined {
  if (text === '') return rule.required ? 'This field is required' : undefined
  if ('from' in rule) {
    const fits = /^\d+$/.test(text) && Number(text) >= rule.from && Number(text) <= rule.to
    return fits ? undefined : `Enter a number from ${rule.from} to ${rule.to}`
  }
  if (!('longest' in rule)) return undefined
  if (text.length > rule.longest) return `Enter at most ${rule.longest} characters`
  return rule.like && !rule.like.test(text) ? 'Invalid format' : undefined
}
