import { endText } from '#components/issuing/form/end-text.ts'
import { FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'
import { type AuthorityForm, itsOwn } from './authority-form.ts'

const daySeconds = 86_400

/** Validity and path length of the authority. */
export function LimitFields() {
  const { days, issuer } = useFormValues<AuthorityForm>()
  return (
    <>
      <FormText
        name="days"
        label="Valid for (days)"
        inputMode="numeric"
        description="Certificates it issues cannot outlive it. Ten years is typical for a root, five for an issuing authority."
        required
      />
      {/^[1-9]\d{0,4}$/.test(days) && (
        <Text size="sm" component="output">
          {endText(Number(days) * daySeconds)}
        </Text>
      )}
      <FormText
        name="pathLength"
        label="Authorities below it (path length)"
        inputMode="numeric"
        description="Maximum number of subordinate CA levels. 0: end-entity certificates only. Empty: no limit for a root, 0 for an issuing authority."
      />
      {issuer !== itsOwn && (
        <>
          <FormText
            name="permittedNames"
            label="Permitted names"
            description="Comma-separated domains, IP networks or email:domain, such as example.com, 10.0.0.0/8. Empty: any name."
          />
          <FormText name="excludedNames" label="Excluded names" description="Exceptions within the permitted names." />
        </>
      )}
    </>
  )
}
