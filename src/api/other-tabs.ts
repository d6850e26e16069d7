import { sessionChannel, type SessionNews, sessionNews } from '#contract/session.ts'
import { siteName } from './site.ts'

const channel = new BroadcastChannel(sessionChannel)

/** Announces session changes of this tab to all others. */
export function tellOtherTabs(type: SessionNews['type']) {
  const news: SessionNews = siteName === undefined ? { type } : { type, site: siteName }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has a single origin
  channel.postMessage(news)
}

/** Subscribes to session changes in other tabs of this site. Returns the unsubscribe function. */
export function onNewsOfOtherTabs(tell: (news: SessionNews['type']) => void): () => void {
  const read = ({ data }: MessageEvent<unknown>) => {
    const { data: news } = sessionNews.safeParse(data)
    if (news && (news.site === undefined || news.site === siteName)) tell(news.type)
  }
  channel.addEventListener('message', read)
  return () => channel.removeEventListener('message', read)
}
