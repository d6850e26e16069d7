import { useId } from 'react'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { Server } from '#components/issuing/servers-query.ts'
import { allServers } from './deploy.ts'
import classes from './ReasonChoice.module.css'

type Props = { servers: readonly Server[]; value: string | undefined; onChange: (server: string) => void }

/** One server, or explicitly all. No default. */
export function ServerChoice({ servers, value, onChange }: Props) {
  const name = useId()
  if (servers.length === 0) {
    return (
      <Empty
        title="No servers yet"
        hint="An administrator adds each server once, with a user on a host and the paths of its two files."
        action={
          <ActionLink to={paths.certificateServers} size="xs">
            Go to servers
          </ActionLink>
        }
      />
    )
  }
  const names = servers.map(({ serverName = '' }) => serverName)
  const options = servers.map((server) => ({ value: server.serverName ?? '', ...wordsOf(server) }))
  const all = {
    value: allServers,
    label: `All ${servers.length} saved servers`,
    meaning: `${names.join(', ')}. This certificate is deployed to each of them, replacing the current one.`,
  }
  return (
    <fieldset className={classes.reasons}>
      <legend>Server</legend>
      {[...options, ...(servers.length > 1 ? [all] : [])].map((option) => (
        <label key={option.value} className={classes.reason}>
          <input
            type="radio"
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          <span className={classes.meaning}>{option.meaning}</span>
        </label>
      ))}
    </fieldset>
  )
}

const wordsOf = ({ serverName = '', userName, ResourceName, certificatePath, keyPath, reloadCommand }: Server) => ({
  label: serverName,
  meaning: `As ${userName ?? 'an unknown user'} on ${ResourceName ?? 'an unknown host'}: ${certificatePath ?? '–'} and ${keyPath ?? '–'}. ${reloadCommand === undefined ? 'No reload command.' : `Reload: ${reloadCommand}`}`,
})
