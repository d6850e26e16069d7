import { useId, useState } from 'react'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'

export type KnownAccount = { ResourceName?: string | undefined; UserName?: string | undefined }

type Props<H extends string> = {
  /** What the field of the host is called in the form; the other is `userName`. */
  hostName: H
  hosts: readonly string[]
  /** Users that were found on hosts: proposed, not demanded. */
  accounts: readonly KnownAccount[] | undefined
  errors: { readonly [Field in H | 'userName']?: string | undefined }
  /** Said of the user, before where the proposals come from. */
  about?: string
}

/** An account: a host, and a user of it. */
export function AccountFields<H extends string>({ hostName, hosts, accounts, errors, about }: Props<H>) {
  const [chosen, setHost] = useState<string>()
  const list = useId()
  const host = chosen ?? hosts[0]
  const users = accounts?.flatMap(({ ResourceName, UserName }) => (ResourceName === host && UserName) || [])
  return (
    <>
      <SelectField
        name={hostName}
        label="Host"
        options={hosts.map((name) => ({ value: name, label: name }))}
        value={host}
        error={errors[hostName]}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
      />
      <TextField
        name="userName"
        label="User"
        list={list}
        autoComplete="off"
        maxLength={255}
        description={[about, 'Discovered users of the host are suggested.'].filter(Boolean).join(' ')}
        error={errors.userName}
      />
      <datalist id={list}>
        {users?.map((user) => (
          <option key={user} value={user}>
            {user}
          </option>
        ))}
      </datalist>
    </>
  )
}
