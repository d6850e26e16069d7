import { change } from '#api/change.ts'
import { createSshKey } from '#contract/keys/ssh.ts'
import { KeyFormPage } from './KeyFormPage.tsx'
import { newKeyForm, toCreateSshKey } from './new-key.ts'
import { NewKeyFields } from './NewKeyFields.tsx'

export function Component() {
  return (
    <KeyFormPage
      endpoint={createSshKey}
      title="New SSH key"
      action="Create key"
      schema={newKeyForm}
      send={async (entered) => {
        await change(createSshKey, toCreateSshKey(entered))
        return entered.keyName
      }}
    >
      <NewKeyFields />
    </KeyFormPage>
  )
}
