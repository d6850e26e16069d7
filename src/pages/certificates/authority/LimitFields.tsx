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
        description="What it issues ends with it at the latest. Ten years are usual for a root."
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
        description="How many levels of authorities may stand below it. 0: it issues certificates for servers, devices and people only. Left empty: no limit."
      />
    </>
  )
}
