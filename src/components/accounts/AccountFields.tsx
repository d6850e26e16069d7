import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { query } from '#api/query.ts'
import { maxRows } from '#contract/page.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'

type Props<H extends string> = {
  /** Form name of the host field; the user field is always `userName`. */
  hostName: H
  hosts: readonly string[]
  /** Description of the user field, shown before the sentence about suggestions. */
  about?: string
}

/** Discovered users of a host, for suggestions only; at most one page of them. */
const usersOn = (host: string) => query(findSshUsers, { host, offset: 0, limit: maxRows })

/** Fields for an account: a host and one of its users. */
export function AccountFields<H extends string>({ hostName, hosts, about }: Props<H>) {
  const [chosen, setHost] = useState<string>()
  const list = useId()
  const host = chosen ?? hosts[0]
  const { data } = useQuery({ ...usersOn(host ?? ''), enabled: host !== undefined })
  return (
    <>
      <SelectField
        name={hostName}
        label="Host"
        options={hosts.map((name) => ({ value: name, label: name }))}
        value={host}
        onChange={({ currentTarget }) => setHost(currentTarget.value)}
      />
      <TextField
        name="userName"
        label="User"
        list={list}
        autoComplete="off"
        maxLength={255}
        description={[about, 'Discovered users of the host are suggested.'].filter(Boolean).join(' ')}
      />
      <datalist id={list}>
        {data?.rows.map(({ user }) => (
          <option key={user} value={user}>
            {user}
          </option>
        ))}
      </datalist>
    </>
  )
}
