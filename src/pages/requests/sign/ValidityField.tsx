import { endText } from '#components/issuing/form/end-text.ts'
import type { SignForm } from '#components/issuing/sign-form.ts'
import { FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'

const daySeconds = 86_400

/** Validity in days: the API reference states no unit, and the embedded service uses days. */
export function ValidityField({ kept }: { kept: string }) {
  const { days } = useFormValues<SignForm>()
  const nothing = kept
    ? `Empty: the validity stored with the request, ${kept}.`
    : 'Empty: the server default (365 days in the embedded service).'
  return (
    <>
      <FormText
        name="days"
        label="Valid for (days)"
        inputMode="numeric"
        description="In the unit of the server: days in the embedded service. An external authority may allow less."
      />
      <Text size="sm" component="output">
        {/^\d+$/.test(days) ? endText(Number(days) * daySeconds) : nothing}
      </Text>
    </>
  )
}
