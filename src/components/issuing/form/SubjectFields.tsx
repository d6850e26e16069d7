import { FormText } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'
import { OrganizationFields } from './OrganizationFields.tsx'

/** X.520 attributes. STATE is the state or province, not a status. */
export function SubjectFields() {
  return (
    <>
      <FormText
        name="commonName"
        label="Common name"
        description="The first host name of a server, or another name."
        placeholder="www.example.com"
        required
      />
      <Text size="sm" c="dimmed">
        Leave the organization empty unless the CA requires it.
      </Text>
      <OrganizationFields />
    </>
  )
}
