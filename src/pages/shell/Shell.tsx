import { later } from '#ui/layout/later.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { afterFirstPage } from '#components/area/after-first-page.ts'
import { sessionQuery } from '#api/session.ts'
import { navigation } from '#components/area/navigation.ts'
import { paths } from '#paths.ts'
import { createErrorRegistry, ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
// Imported here to record the focus from the start: dialogs, which need it, are loaded on demand.
import '#ui/keyboard/focus-back.ts'
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
import { useLeaving } from '#ui/table/address.ts'
import { productName } from '#ui/theme/product-name.ts'
import { Lookup } from './Lookup.tsx'
import { OfflineBar } from './connectivity/OfflineBar.tsx'
import '#ui/theme/print.css'
import classes from './Shell.module.css'
import { UserMenu } from './UserMenu.tsx'

const navigationId = 'navigation'
const Notices = afterFirstPage(async () => (await import('./Notices.tsx')).Notices)
const JobsLink = afterFirstPage(async () => (await import('#components/jobs/JobsLink.tsx')).JobsLink)
const Unseen = afterFirstPage(async () => (await import('./Unseen.tsx')).Unseen)
/** Shown only if there are several sites. */
const SiteMenu = later(async () => (await import('./SiteMenu.tsx')).SiteMenu)
const KeyboardHelp = later(async () => (await import('./KeyboardHelp.tsx')).KeyboardHelp)
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

const none: readonly string[] = []

/** Application shell: product, navigation and user menu; on phones, a bar and a drawer. */
export function Shell() {
  useLeaving()
  const { data: session } = useQuery(sessionQuery)
  const signedIn = session?.state === 'signed-in' ? session : undefined
  const [helping, setHelping] = useState(false)
  const [tellers] = useState(createErrorRegistry)
  const [unreachable, setUnreachable] = useState(none)
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
          {signedIn && signedIn.sites.length > 1 && (
            <Suspense>
              <SiteMenu site={signedIn.site} sites={signedIn.sites} />
            </Suspense>
          )}
        </div>
        {signedIn?.demo && (
          <span className={classes.demo} data-tone="info" title="Demo environment: all devices are simulated">
            Demo
          </span>
        )}
        <div className={classes.notices}>
          {signedIn && (
            <Suspense>
              <Notices />
            </Suspense>
          )}
        </div>
        <button type="button" className={classes.burger} popoverTarget={navigationId} aria-label="Navigation">
          <IconMenu2 size={22} aria-hidden />
        </button>
      </header>
      {/* A popover on phones only: the browser opens it, closes it on Escape or a tap outside, and manages the
          focus. */}
      <div id={navigationId} popover="auto" className={classes.drawer}>
        <div className={classes.top}>
          <div className={classes.lookup}>{signedIn && <Lookup onOpen={closeDrawer} />}</div>
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
          <Suspense>{signedIn && <Unseen onUnreachable={setUnreachable} />}</Suspense>
          {linksTo(navigation.filter(({ to }) => !unreachable.includes(to)))}
        </nav>
        <div className={classes.jobs}>
          {signedIn && (
            <Suspense>
              <JobsLink className={classes.link} onClick={closeDrawer} />
            </Suspense>
          )}
        </div>
        {signedIn && <UserMenu user={signedIn.user} onHelp={help} />}
      </div>
      <main id="main" tabIndex={-1} className={classes.main}>
        <ErrorRegistryContext value={tellers}>
          <OfflineBar />
          <Outlet />
        </ErrorRegistryContext>
      </main>
      <RouteAnnouncer />
      <Suspense>{helping && <KeyboardHelp onClose={() => setHelping(false)} />}</Suspense>
    </div>
  )
}

const linksTo = (areas: readonly (typeof navigation)[number][]) =>
  areas.map(({ label, to, icon }) => {
    const Shape = icons[icon]
    return (
      <NavLink key={to} to={to} className={classes.link} onClick={closeDrawer}>
        <Shape size={18} stroke={1.75} aria-hidden />
        {label}
      </NavLink>
    )
  })

const closeDrawer = () => document.getElementById(navigationId)?.hidePopover()
