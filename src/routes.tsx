import { Suspense } from 'react'
import {
  createBrowserRouter,
  Outlet,
  type PatchRoutesOnNavigationFunction,
  redirect,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterFirstPage } from '#components/area/after-first-page.ts'
import { keepEarlyCalls, watchCalls } from '#api/request.ts'
import { siteBase } from '#api/site.ts'
import { listRoute } from '#pages/devices/list-route.ts'
import { ErrorPage, FramelessErrorPage } from '#pages/shell/ErrorPage.tsx'
import { Shell } from '#pages/shell/Shell.tsx'
import { requireSession } from '#pages/sign-in/require-session.ts'
import { UnloadedPart } from '#pages/shell/unloaded/Unloaded.tsx'
import { Session } from '#pages/sign-in/Session.tsx'
import { paths } from '#paths.ts'
import { Splash } from '#ui/feedback/Splash.tsx'
import { unloaded } from '#ui/layout/later.ts'

const loadBehind = () => import('#pages/shell/Behind.tsx')
const Behind = afterFirstPage(async () => (await loadBehind()).Behind)
/** Names that change the text direction, also as escaped in JSON, are not displayed before `Behind` corrects them. */
const prepare = (text: string) => /[\u202a-\u2069]|\\u20[26]/.test(text) && loadBehind().catch(String)
const StandingNotices = afterFirstPage(
  async () => (await import('#pages/settings/StandingNotices.tsx')).StandingNotices,
)

/** Who looks on at calls, and what the next page needs. This one works without them. */
const Afterwards = afterFirstPage(async () => {
  const { startWireLog } = await import('#api/wire-log.ts').catch(() => ({ startWireLog: () => watchCalls(() => {}) }))
  startWireLog()
  // Whoever needs them asks again, and says what is wrong.
  import('./further-pages.ts').catch(() => {})
  return (await import('#pages/views/ViewDialogs.tsx').catch(() => ({ ViewDialogs: () => null }))).ViewDialogs
})

const Root = () => (
  <>
    <Outlet />
    <Suspense>
      <Behind />
    </Suspense>
  </>
)

/** A page, below what its reader has to know wherever they are. */
function Pages() {
  return (
    <>
      <Suspense>
        <StandingNotices />
      </Suspense>
      <Suspense>
        <Afterwards />
      </Suspense>
      <Outlet />
    </>
  )
}

const pagesId = 'pages'

/** Whether every page is known, or why not. */
let further: 'unknown' | 'known' | { error: unknown } = 'unknown'

/** The routes of all other pages come when one of them is wanted. */
const addFurtherPages: PatchRoutesOnNavigationFunction = async ({ patch, signal }) => {
  if (further === 'known') return
  try {
    const { furtherPages } = await import('./further-pages.ts')
    if (signal.aborted) return // the router then takes nothing
    patch(pagesId, furtherPages.beside)
    patch(listRoute.id, furtherPages.below)
    further = 'known'
  } catch (error) {
    further = { error } // the router would hide it in one of its own
  }
}

/** That there is no such page can be said only when all are known. */
const requireEveryPage = () => {
  if (typeof further === 'object') throw further.error
  return null
}

/**
 * The first page comes with the frame, the others when somebody goes there. An error shows inside the frame, so that there is always a way on.
 */
const routes: RouteObject[] = [
  {
    HydrateFallback: Splash,
    ErrorBoundary: FramelessErrorPage,
    Component: Root,
    children: [
      { path: paths.setUp, lazy: () => import('#pages/set-up/SetUp.tsx') },
      { path: paths.health, lazy: () => import('#pages/settings/health/Health.tsx') },
      {
        middleware: [requireSession],
        Component: Session,
        children: [
          {
            Component: Shell,
            children: [
              {
                id: pagesId,
                ErrorBoundary: ErrorPage,
                Component: Pages,
                children: [
                  { path: paths.home, loader: () => redirect(paths.overview) },
                  listRoute,
                  { path: '*', loader: requireEveryPage, lazy: () => import('#pages/shell/NotFound.tsx') },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

/** Nothing starts by loading this module: parts of the sign-in page may share its file. */
export function startConsole() {
  unloaded.instead = async (...missing) =>
    (await import('#pages/shell/unloaded/NotLoaded.tsx').catch(() => undefined))?.notLoaded(...missing) ?? UnloadedPart
  keepEarlyCalls(prepare)
  const router = createBrowserRouter(routes, {
    basename: siteBase || '/',
    patchRoutesOnNavigation: addFurtherPages,
  })
  return <RouterProvider router={router} />
}
