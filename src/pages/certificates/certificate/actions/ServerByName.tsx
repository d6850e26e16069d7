import { useState } from 'react'
import { NotReported } from '#components/offered/NotReported.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { allServers } from './deploy.ts'

/** Without a list of servers: one by name, or explicitly all. */
export function ServerByName({ onChange }: { onChange: (server: string | undefined) => void }) {
  const [name, setName] = useState('')
  const [isAll, setAll] = useState(false)
  const choose = (server: string, all: boolean) => {
    setName(server)
    setAll(all)
    onChange(all ? allServers : server.trim() || undefined)
  }
  return (
    <Stack gap="sm">
      <NotReported what="which servers are saved">Enter the name of a server as it is saved there.</NotReported>
      {!isAll && (
        <TextField
          name="server"
          label="Server name"
          value={name}
          onChange={({ currentTarget }) => choose(currentTarget.value, false)}
        />
      )}
      <CheckboxField
        name="all"
        label="All saved servers"
        description="The certificate is deployed to each server that is saved there, replacing the current one."
        checked={isAll}
        onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
      />
    </Stack>
  )
}
