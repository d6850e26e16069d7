import { FormCheckbox, FormChoice, useFormValues } from '#ui/form/FormFields.tsx'
import type { IssuingForm } from './issuing-form.ts'

/** Who signs it decides which rules it has to keep. */
export function AudienceFields() {
  const { audience } = useFormValues<IssuingForm>()
  return (
    <>
      <FormChoice
        name="audience"
        label="Who will sign it?"
        options={[
          {
            value: 'public',
            label: 'A public authority',
            description: 'Every browser trusts it. The rules of the CA/Browser Forum hold.',
          },
          {
            value: 'private',
            label: 'A root of our own, or an authority of our organization',
            description: 'Trusted by the machines that know it. More is possible, and is pointed out.',
          },
        ]}
      />
      {audience === 'private' && (
        <FormCheckbox
          name="legacy"
          label="Allow legacy algorithms"
          description="Weak keys are then pointed out, and no longer stop you."
        />
      )}
    </>
  )
}
