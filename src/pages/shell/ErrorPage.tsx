import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { problemOf } from '#api/problem.ts'
import { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Page } from '#ui/layout/Page.tsx'
import classes from './Frameless.module.css'
import { NotFound } from './NotFound.tsx'

/** What a page could not show: the problem, and another try. */
export function ErrorPage() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  const problem = isOutdated(error) ? outdated : problemOf(error)
  const retry = isOutdated(error) ? () => window.location.reload() : () => void revalidate()
  return (
    <Page title="This page cannot be displayed" crumbs={[]}>
      <ProblemPanel problem={problem} onRetry={retry} />
    </Page>
  )
}

/** The same where not even the frame can be shown. */
export function FramelessErrorPage() {
  return (
    <main className={classes.frameless}>
      <ErrorPage />
    </main>
  )
}

/** A part of the console that is loaded on demand is gone: it was updated, or the network is. */
const isOutdated = (error: unknown) => error instanceof TypeError && /import|module|fetch/i.test(error.message)
const outdated = new Problem('OFFLINE', 'Part of the console could not be loaded')
