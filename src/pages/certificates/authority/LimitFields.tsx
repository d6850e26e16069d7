import { endText } from '#components/issuing/form/end-text.ts'
import { FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { AuthorityForm } from './authority-form.ts'

const daySeconds = 86_400

/** How long it can issue, and whether authorities may stand below it. */
export function LimitFields() {
  const { days } = useFormValues<AuthorityForm>()
  return (
    <>
      <FormText
        name="days"
        label="Valid for (days)"
        inputMode="numeric"
        description="Certificates it issues cannot outlive it. Ten years is typical for a root."
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
        description="Maximum number of subordinate CA levels. 0: end-entity certificates only. Empty: no limit."
      />
    </>
  )
}
