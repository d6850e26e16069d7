import { FormText } from '#ui/form/FormFields.tsx'
import classes from './form.module.css'

/** Subject attributes other than the common name. */
export const OrganizationFields = () => (
  <div className={classes.pairs}>
    <FormText name="organization" label="Organization" autoComplete="organization" />
    <FormText name="unit" label="Organizational unit" />
    <FormText name="locality" label="City" />
    <FormText name="state" label="State or province" />
    <FormText name="country" label="Country" placeholder="US" description="Two letters" />
  </div>
)
