import { OrganizationFields } from '#components/issuing/form/OrganizationFields.tsx'
import { FormText } from '#ui/form/FormFields.tsx'

/** Subject name of the authority. */
export function NameFields() {
  return (
    <>
      <FormText
        name="commonName"
        label="Common name"
        description="Appears as the issuer in every certificate it issues. Cannot be changed later."
        placeholder="Example Corp Root CA"
        required
      />
      <OrganizationFields />
    </>
  )
}
