import { Suspense } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { later } from '#ui/layout/later.ts'
import { Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import classes from './Frameless.module.css'
import { isUnloaded, useReload, useTries } from '#pages/shell/unloaded/use-reload.ts'

const NotFound = later(async () => (await import('./NotFound.tsx')).Component)

/** Error page of a route, with a retry. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const isMissing = isUnloaded(error)
  const problem = isMissing ? unloaded : problemOf(error)
  useReload(isMissing ? error : undefined)
  useTries(!isMissing && (problem.status === 0 || problem.status >= 502), revalidate)
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  const retry = isMissing ? () => window.location.reload() : () => void revalidate()
  return (
    <Page title="This page cannot be displayed" crumbs={[]}>
      <ProblemPanel problem={problem} onRetry={retry} />
      {isMissing && <Text size="sm">It is loaded automatically as soon as the server has it.</Text>}
    </Page>
  )
}

/** Shown if the shell itself cannot be rendered. */
export function FramelessErrorPage() {
  return (
    <main className={classes.frameless}>
      <ErrorPage />
    </main>
  )
}

const unloaded = new Problem('UNLOADED')
