import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { sessionQuery } from '#api/session.ts'
import { navigation, paths } from '#paths.ts'
import { useKeptFocus } from '#ui/keyboard/use-kept-focus.ts'
import { useShortcut } from '#ui/keyboard/use-shortcut.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { NavigationProgress } from '#ui/layout/NavigationProgress.tsx'
import { RouteAnnouncer } from '#ui/layout/RouteAnnouncer.tsx'
import {
  IconCertificate,
  IconDeviceDesktop,
  IconDevices,
  IconFileText,
  IconHistory,
  IconHome,
  IconKey,
  IconLock,
  IconMenu2,
  IconRadar,
  IconSettings,
  IconX,
} from '#ui/theme/icons.ts'
import { productName } from '#ui/theme/product-name.ts'
import classes from './Shell.module.css'
import { SiteMenu } from './SiteMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

const navigationId = 'navigation'
/** None of them is needed for the first rows of the first page. */
const Lookup = lazy(async () => ({ default: (await import('./Lookup.tsx')).Lookup }))
const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))
const KeyboardHelp = lazy(async () => ({ default: (await import('./KeyboardHelp.tsx')).KeyboardHelp }))
const icons = {
  overview: IconHome,
  desktops: IconDeviceDesktop,
  devices: IconDevices,
  certificates: IconCertificate,
  requests: IconFileText,
  sshKeys: IconKey,
  vault: IconLock,
  discovery: IconRadar,
  audit: IconHistory,
  settings: IconSettings,
}

/** The frame of every page: product, navigation, the signed-in user. On a phone it is a bar and a drawer. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery)
  useKeptFocus()
  const signedIn = session?.state === 'signed-in' ? session : undefined
  const [helping, setHelping] = useState(false)
  const help = () => {
    closeDrawer()
    setHelping(true)
  }
  useShortcut(['help'], help)
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <NavigationProgress />
      <header className={classes.bar}>
        <div className={classes.where}>
          <Link to={paths.home} className={classes.brand}>
            <Logo size={26} />
            {productName}
          </Link>
          {signedIn && signedIn.sites.length > 1 && <SiteMenu site={signedIn.site} sites={signedIn.sites} />}
        </div>
        {signedIn?.demo && (
          <span className={classes.demo} data-tone="info" title="Demo environment: all devices are simulated">
            Demo
          </span>
        )}
        <div className={classes.notices}>
          <Suspense>{signedIn && <Notices />}</Suspense>
        </div>
        <button type="button" className={classes.burger} popoverTarget={navigationId} aria-label="Navigation">
          <IconMenu2 size={22} aria-hidden />
        </button>
      </header>
      {/* A popover only at phone width: the browser opens it, closes it on Escape or a tap outside, and keeps the focus. */}
      <div id={navigationId} popover="auto" className={classes.drawer}>
        <div className={classes.top}>
          <div className={classes.lookup}>
            <Suspense>{signedIn && <Lookup onOpen={closeDrawer} />}</Suspense>
          </div>
          <button
            type="button"
            className={classes.close}
            popoverTarget={navigationId}
            popoverTargetAction="hide"
            aria-label="Close the menu"
          >
            <IconX size={20} aria-hidden />
          </button>
        </div>
        <nav aria-label="Main" className={classes.links}>
          {navigation.map(({ label, to, icon }) => {
            const Shape = icons[icon]
            return (
              <NavLink key={to} to={to} className={classes.link} onClick={closeDrawer}>
                <Shape size={18} stroke={1.75} aria-hidden />
                {label}
              </NavLink>
            )
          })}
        </nav>
        {signedIn && <UserMenu user={signedIn.user} onHelp={help} />}
      </div>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <RouteAnnouncer />
      <Suspense>{helping && <KeyboardHelp onClose={() => setHelping(false)} />}</Suspense>
    </div>
  )
}

const closeDrawer = () => document.getElementById(navigationId)?.hidePopover()
