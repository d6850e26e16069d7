import { useState } from 'react'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { labelOf } from '#contract/words/label.ts'
import type { JsonObject } from '#contract/json.ts'
import { isPayloadKind, type PayloadKind, payloadKinds, rulesOf } from '#contract/mdm/payload-kinds.ts'
import { addProfilePayload, updateProfilePayload } from '#contract/mdm/profiles.ts'
import type { Chosen } from '#pages/devices/upload/chosen-file.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { changesOf, type Draft, fileFieldOf, payloadForm, type Restrictions } from './payload-form.ts'
import { RestrictionFields } from './RestrictionFields.tsx'
import { RuleField } from './RuleField.tsx'

const kinds = Object.keys(payloadKinds).filter(isPayloadKind)
const nothing: JsonObject = {}
const nothingChosen: Draft = { files: {}, restrictions: {} }

type Profile = { id: string; platform: number | undefined }

/** Adds a payload to a profile. */
export function AddPayload({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [kind, setKind] = useState<PayloadKind>('passcode')
  const [draft, setDraft] = useState(nothingChosen)
  return (
    <FormDialog
      title="Add payload"
      action="Add"
      size={sizeOf(kind)}
      schema={payloadForm(kind, draft)}
      send={(payload) => change(addProfilePayload, { profile_id: profile.id, payload_type: kind, payload })}
      fileFor={() => fileFieldOf(kind)}
      onClose={onClose}
    >
      <SelectField
        name="payload_type"
        label="Type"
        value={kind}
        options={kinds.map((value) => ({ value, label: labelOf(value) }))}
        onChange={({ currentTarget }) => {
          setKind(kinds.find((one) => one === currentTarget.value) ?? kind)
          setDraft(nothingChosen)
        }}
      />
      <PayloadFields {...{ kind, profile, draft }} former={nothing} onDraft={setDraft} />
    </FormDialog>
  )
}

type Edited = { profile: Profile; payloadId: string; kind: PayloadKind; former: JsonObject; onClose: () => void }

/** Edits a payload; only changed fields are sent. */
export function EditPayload({ profile, payloadId, kind, former, onClose }: Edited) {
  const [draft, setDraft] = useState<Draft>({
    files: {},
    restrictions: kind === 'restrictions' ? (former as Restrictions) : {},
  })
  return (
    <FormDialog
      title={`Edit ${labelOf(kind)} payload`}
      action="Save"
      size={sizeOf(kind)}
      schema={payloadForm(kind, draft, former)}
      send={async (edited) => {
        const payload = changesOf(former, edited)
        if (Object.keys(payload).length === 0) return
        await change(updateProfilePayload, { profile_id: profile.id, payload_id: payloadId, payload })
      }}
      fileFor={() => fileFieldOf(kind)}
      onClose={onClose}
    >
      <PayloadFields {...{ kind, profile, former, draft }} onDraft={setDraft} />
    </FormDialog>
  )
}

const sizeOf = (kind: PayloadKind) => (kind === 'restrictions' ? 'xl' : undefined)

type Fields = {
  kind: PayloadKind
  profile: Profile
  /** Values before the edit. */
  former: JsonObject
  draft: Draft
  onDraft: (change: (draft: Draft) => Draft) => void
}

function PayloadFields({ kind, profile, former, draft, onDraft }: Fields) {
  if (kind === 'restrictions') {
    return (
      <RestrictionFields
        value={draft.restrictions}
        onChange={(restrictions) => onDraft((others) => ({ ...others, restrictions }))}
      />
    )
  }
  const choose = (name: string, chosen: Chosen) =>
    onDraft((others) => ({ ...others, files: { ...others.files, [name]: chosen } }))
  return Object.entries(rulesOf(kind)).map(([name, rule]) => (
    <RuleField
      key={`${kind} ${name}`}
      name={name}
      rule={rule}
      platform={profile.platform}
      former={former[name]}
      chosen={draft.files[name]}
      onChosen={(chosen) => choose(name, chosen)}
    />
  ))
}
