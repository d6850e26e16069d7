import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '#api/session.ts'
import { rolesOf } from '#contract/permission.ts'
import { Facts } from '#pages/settings/Facts.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Account.module.css'

/** The signed-in user, their sign-in method and permissions. */
export function AccountPerson() {
  const { data: session } = useQuery(sessionQuery)
  if (session?.state !== 'signed-in') return null
  const { user, by, site, sites } = session
  return (
    <Panel title="Profile">
      <Facts
        items={[
          { label: 'User name', value: user.name },
          { label: 'Email', value: user.email || '–' },
          { label: 'Account', value: user.authType || '–' },
          { label: 'Signed in by', value: by === 'cloud' ? 'The identity provider' : 'Password' },
          ...(sites.length > 1 ? [{ label: 'Site', value: site.title }] : []),
          { label: 'Permissions', value: <Permissions entries={user.permissions} /> },
        ]}
      />
    </Panel>
  )
}

function Permissions({ entries }: { entries: readonly string[] }) {
  const roles = rolesOf(entries)
  if (roles.length === 0) return 'None'
  return (
    <ul className={classes.rights}>
      {roles.map(({ module, right }) => (
        <li key={module}>
          {module.replaceAll('_', ' ')} <span className={classes.right}>{right}</span>
        </li>
      ))}
    </ul>
  )
}
