import { PassphraseHints } from '#components/secrets/PassphraseHints.tsx'
import { Meter } from '#ui/feedback/Meter.tsx'
import { FormChoice, FormPassword, FormSelect, FormText, useFillField, useFormValues } from '#ui/form/FormFields.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { endText } from './end-text.ts'
import classes from './form.module.css'
import { type IssuingForm, validitySeconds } from './issuing-form.ts'
import { OwnStore } from './OwnValues.tsx'
import { bitsOfPassword, newPassword, strengthOf } from './password.ts'

const units = ['days', 'hours', 'minutes'].map((value) => ({ value, label: value }))
const stores = [
  { value: 'PKCS12', label: 'PKCS#12', description: 'Single password-protected file. Widely supported.' },
  { value: 'JKS', label: 'JKS', description: 'For older Java versions.' },
  { value: 'PEM', label: 'PEM', description: 'Text format for Apache and nginx.' },
]

export function StoreFields({ nothing }: { /** Text shown if no validity is entered. */ nothing: string }) {
  const form = useFormValues<IssuingForm>()
  const seconds = validitySeconds(form)
  return (
    <>
      <div className={classes.pairs}>
        <FormText name="validity" label="Valid for" inputMode="numeric" />
        <FormSelect name="validityType" label="Unit" options={units} />
      </div>
      <Text size="sm" component="output">
        {seconds === undefined ? nothing : endText(seconds)}
      </Text>
      <FormChoice name="storeType" label="Key store" options={stores} />
      <OwnStore />
      <PasswordFields password={form.password} />
    </>
  )
}

/** Shown with a restored draft. */
export const storePasswordAgain = 'Passwords are not saved. Enter the key store password again.'

const strongBits = 112

function PasswordFields({ password }: { password: string }) {
  const fill = useFillField()
  const makeOne = () => {
    const made = newPassword()
    fill('password', made)
    fill('passwordAgain', made)
  }
  return (
    <>
      <div className={classes.pairs}>
        <FormPassword name="password" label="Key store password" />
        <FormPassword name="passwordAgain" label="Confirm password" />
      </div>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={makeOne}>
          {' '}
          Generate password{' '}
        </Button>
        {password && <CopyButton value={password} label="Copy password" withText />}
        {password && (
          <Meter value={bitsOfPassword(password)} max={strongBits} label="Strength" text={strengthOf(password)} />
        )}
      </Group>
      <PassphraseHints passphrase={password} />
      <Text size="sm" c="dimmed">
        Store it in your password manager. It protects the private key and is not saved in the draft.
      </Text>
    </>
  )
}
