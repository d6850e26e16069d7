import { matchKey } from '#components/issuing/read/match-key.ts'
import { FormError, FormPassword, FormText, useFillField, useFormValues } from '#ui/form/FormFields.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { factsIn, type ImportForm, keyWords } from './import-form.ts'
import { ReadFile } from './ReadFile.tsx'

/** Optional private key for storage in the service. It is compared with the request before it is sent. */
export function KeyFileFields() {
  const { request, key, keyName, keyMatch } = useFormValues<ImportForm>()
  const fill = useFillField()
  const forget = () => {
    for (const field of ['key', 'keyName', 'keyMatch', 'keyFor', 'password']) fill(field, '')
  }
  return (
    <>
      <Text size="sm">
        The private key is optional. With the key, the service can also export and deploy the certificate.
      </Text>
      <ReadFile
        label="Choose a private key"
        chosen={keyName || 'Optional'}
        onFile={async ({ name, bytes }) => {
          const facts = factsIn(request)
          if (!facts) return 'Choose the request first.'
          fill('keyMatch', await matchKey(facts.spki, bytes))
          fill('keyFor', request)
          fill('keyName', name)
          fill('key', btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
          return undefined
        }}
      />
      {key && keyMatch in keyWords && !['another key', 'no key'].includes(keyMatch) && (
        <Text size="sm" component="output">
          {keyWords[keyMatch as keyof typeof keyWords]}
        </Text>
      )}
      <FormError name="key" />
      {key && (
        <>
          <FormPassword
            name="password"
            label="Password"
            description="Decrypts the key if it is encrypted, and protects the key store."
            required
          />
          <Button variant="default" size="xs" w="fit-content" onClick={forget}>
            Continue without the key
          </Button>
        </>
      )}
      <FormText
        name="email"
        label="Email"
        description="Receives expiry notifications. Optional."
        placeholder="web-team@example.com"
        autoComplete="email"
      />
    </>
  )
}
