import { Link } from 'react-router'
import { stopCalls } from '#api/client.ts'
import { changeSession } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { rolesOf } from '#contract/permission.ts'
import { type SignedIn, signOut } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'
import { ColorSchemeChoice } from '#ui/theme/ColorSchemeChoice.tsx'
import { IconLogout } from '#ui/theme/icons.ts'
import { keepingSettings } from '#ui/theme/kept-settings.ts'
import classes from './UserMenu.module.css'

type Props = Pick<SignedIn, 'user'> & { onHelp: () => void; leaveMenu: () => void }

export function UserMenuContent({ user, onHelp, leaveMenu }: Props) {
  const { name, email, permissions } = user
  const roles = rolesOf(permissions)
  return (
    <>
      <div>
        <strong className={classes.name}>{name}</strong>
        {email && <div className={classes.dimmed}>{email}</div>}
      </div>
      <div>
        <div className={classes.heading}>Rights</div>
        {roles.length === 0 ? (
          <div className={classes.dimmed}>None</div>
        ) : (
          <ul className={classes.roles}>
            {roles.map(({ module, right }) => (
              <li key={module}>
                {module}: {right}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <div className={classes.heading}>Colors</div>
        <ColorSchemeChoice />
      </div>
      <div className={classes.links}>
        <Link className={classes.link} to={paths.account} onClick={leaveMenu}>
          My account
        </Link>
        <Link className={classes.link} to={paths.reference} onClick={leaveMenu}>
          API reference
        </Link>
        <Link className={classes.link} to={paths.diagnostics} onClick={leaveMenu}>
          Diagnostics
        </Link>
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            leaveMenu()
            onHelp()
          }}
        >
          Keyboard shortcuts
        </button>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLogout size={15} aria-hidden />}
        onClick={() => void leave()}
      >
        Sign out
      </Button>
    </>
  )
}

/** Reloads the page to clear all session data from memory. */
async function leave() {
  try {
    await stopCalls()
    await keepingSettings(() => changeSession(signOut, {}))
  } finally {
    window.location.assign(inSite(paths.signIn))
  }
}
