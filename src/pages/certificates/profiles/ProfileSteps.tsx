import { keyUsageNames, keyUsages, purposeNames, purposes } from '#contract/keys/rules/profiles/key-usage.ts'
import { nameKinds, nameKindTexts } from '#contract/keys/rules/profiles/profile.ts'
import { FormArea, FormCheckbox, FormChoice, FormSelect, FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { curveNames, type ProfileForm } from './profile-form.ts'
import classes from './profiles.module.css'

/** Checkboxes with a heading. */
function Boxes({ legend, all }: { legend: string; all: readonly { name: string; label: string }[] }) {
  return (
    <fieldset className={classes.boxes}>
      <legend>{legend}</legend>
      <Stack gap={10}>
        {all.map(({ name, label }) => (
          <FormCheckbox key={name} name={name} label={label} />
        ))}
      </Stack>
    </fieldset>
  )
}

export function UsageFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && <FormText name="name" label="Name" placeholder="Web servers of the shop" required />}
      <FormText name="description" label="Description" />
      <FormChoice
        name="kind"
        label="Type"
        options={[
          { value: 'leaf', label: 'End entities', description: 'Servers, devices, people, software.' },
          {
            value: 'authority',
            label: 'Certificate authorities',
            description: 'Its certificates can issue certificates.',
          },
        ]}
      />
      <Boxes
        legend="Key usage"
        all={keyUsageNames.map((name) => ({ name: `keyUsage.${name}`, label: keyUsages[name] }))}
      />
      <Boxes
        legend="Extended key usage"
        all={purposeNames.map((name) => ({ name: `purposes.${name}`, label: purposes[name].label }))}
      />
      <FormText
        name="ownPurposes"
        label="Other extended key usage"
        description="Object identifiers, separated by commas."
      />
      <FormCheckbox
        name="clientOnRequest"
        label="Add TLS client if the request asks for it"
        description="For servers that also authenticate to other servers."
      />
    </>
  )
}

const rsaLengths = [
  { value: '0', label: 'Not allowed' },
  { value: '1024', label: 'From 1024 bits (weak)' },
  { value: '2048', label: 'From 2048 bits' },
  { value: '3072', label: 'From 3072 bits' },
  { value: '4096', label: 'From 4096 bits' },
]

export const KeyRuleFields = () => (
  <>
    <FormSelect name="rsaBits" label="RSA keys" options={rsaLengths} />
    <Boxes
      legend="Elliptic curves"
      all={[
        ...curveNames.map((curve) => ({ name: `curves.${curve}`, label: curve.replace('P', 'P-') })),
        { name: 'ed25519', label: 'Ed25519' },
      ]}
    />
    <FormText
      name="maxDays"
      label="Maximum validity (days)"
      inputMode="numeric"
      description="Requests for a longer validity are refused."
      required
    />
  </>
)

export function NameRuleFields() {
  const { names } = useFormValues<ProfileForm>()
  const allowed = nameKinds.filter((kind) => names[kind])
  return (
    <>
      <Boxes
        legend="Allowed alternative names"
        all={nameKinds.map((kind) => ({ name: `names.${kind}`, label: nameKindTexts[kind] }))}
      />
      {allowed.length > 0 && (
        <Boxes
          legend="At least one of these is required"
          all={allowed.map((kind) => ({ name: `required.${kind}`, label: nameKindTexts[kind] }))}
        />
      )}
      <FormArea
        name="domains"
        label="Domains"
        rows={3}
        description="Host names and email addresses must be in one of these domains or below. Empty: any domain."
      />
    </>
  )
}
