/** Paging parameters of endpoints that count pages from 0. */
export const numberedPages = (exportLimit: number) => ({
  part: (offset: number, limit: number) => ({ page: Math.floor(offset / limit), limit }),
  exportLimit,
})
