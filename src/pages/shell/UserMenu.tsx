import { Suspense } from 'react'
import { afterFirstPage } from '#components/area/after-first-page.ts'
import type { SignedIn } from '#contract/session.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { IconSelector, IconUser } from '#ui/theme/icons.ts'
import classes from './UserMenu.module.css'

const Content = afterFirstPage(async () => (await import('./UserMenuContent.tsx')).UserMenuContent)

const menuId = 'user-menu'

/** Signed-in user, role, color scheme, and sign-out. */
export function UserMenu({ user, onHelp }: Pick<SignedIn, 'user'> & { onHelp: () => void }) {
  const { name } = user
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={menuId} aria-label={`Account: ${name}`}>
        <IconUser size={18} stroke={1.75} aria-hidden />
        <span className={classes.name}>{name}</span>
        <IconSelector size={14} aria-hidden />
      </button>
      <section id={menuId} popover="auto" className={classes.menu} aria-label="Account">
        <Suspense fallback={<Loading lines={6} />}>
          <Content user={user} onHelp={onHelp} leaveMenu={closeMenu} />
        </Suspense>
      </section>
    </>
  )
}

const closeMenu = () => document.querySelector<HTMLElement>(`#${menuId}`)?.hidePopover()
