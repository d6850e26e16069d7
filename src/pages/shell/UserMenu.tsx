import { Link } from 'react-router'
import { askNothingMore } from '#api/client.ts'
import { changeSession } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { rolesOf } from '#contract/permission.ts'
import { type SignedIn, signOut } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'
import { ColorSchemeChoice } from '#ui/theme/ColorSchemeChoice.tsx'
import { IconLogout, IconSelector, IconUser } from '#ui/theme/icons.ts'
import { keepingSettings } from '#ui/theme/kept-settings.ts'
import classes from './UserMenu.module.css'

const menuId = 'user-menu'

/** Who is signed in and with which rights, the color scheme, the way out. */
export function UserMenu({ user, onHelp }: Pick<SignedIn, 'user'> & { onHelp: () => void }) {
  const { name, email, permissions } = user
  const roles = rolesOf(permissions)
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={menuId} aria-label={`Account: ${name}`}>
        <IconUser size={18} stroke={1.75} aria-hidden />
        <span className={classes.name}>{name}</span>
        <IconSelector size={14} aria-hidden />
      </button>
      <section id={menuId} popover="auto" className={classes.menu} aria-label="Account">
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
          <Link className={classes.link} to={paths.account} onClick={closeMenu}>
            My account
          </Link>
          <Link className={classes.link} to={paths.reference} onClick={closeMenu}>
            API reference
          </Link>
          <Link className={classes.link} to={paths.diagnostics} onClick={closeMenu}>
            Diagnostics
          </Link>
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              closeMenu()
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
      </section>
    </>
  )
}

const closeMenu = () => document.querySelector<HTMLElement>(`#${menuId}`)?.hidePopover()

/** Loads the console anew: nothing of the session stays in memory. */
async function leave() {
  try {
    await askNothingMore()
    await keepingSettings(() => changeSession(signOut, {}))
  } finally {
    window.location.assign(inSite(paths.signIn))
  }
}
