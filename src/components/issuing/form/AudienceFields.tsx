import { FormCheckbox, FormChoice, useFormValues } from '#ui/form/FormFields.tsx'
import type { IssuingForm } from './issuing-form.ts'

/** The type of the CA determines which rules apply. */
export function AudienceFields() {
  const { audience } = useFormValues<IssuingForm>()
  return (
    <>
      <FormChoice
        name="audience"
        label="CA type"
        options={[
          {
            value: 'public',
            label: 'Public CA',
            description: 'Trusted by all browsers. The CA/Browser Forum requirements apply.',
          },
          {
            value: 'private',
            label: 'Internal CA',
            description: 'Trusted only by systems with its root certificate. Fewer restrictions apply.',
          },
        ]}
      />
      {audience === 'private' && (
        <FormCheckbox
          name="legacy"
          label="Allow legacy algorithms"
          description="Weak keys cause a warning instead of an error."
        />
      )}
    </>
  )
}
