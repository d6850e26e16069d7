import { FormText } from '#ui/FormFields.tsx'
import { Text } from '#ui/layout.ts'
import classes from './form.module.css'

/** X.520 names, in the order in which they are read. STATE is the province, not how something stands. */
export function SubjectFields() {
  return (
    <>
      <FormText
        name="commonName"
        label="Common name"
        description="The first host name of a server; else what people call it."
        placeholder="www.example.com"
        required
      />
      <Text size="sm" c="dimmed">
        The organisation is left empty unless whoever signs it asks for it.
      </Text>
      <div className={classes.pairs}>
        <FormText name="organisation" label="Organisation" autoComplete="organization" />
        <FormText name="unit" label="Organisational unit" />
        <FormText name="locality" label="City" />
        <FormText name="state" label="State or province" />
        <FormText name="country" label="Country" placeholder="DE" description="Two letters" />
      </div>
    </>
  )
}
