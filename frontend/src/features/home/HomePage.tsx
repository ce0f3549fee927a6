import { useOverview } from '@/shared/api/overview'
import { useMe } from '@/shared/api/me'
import { can } from '@/shared/auth/permissions'
import { HomePageView } from './HomePageView'

/** The company's sheets in numbers, each leading to the sheets that it counts. */
export function HomePage() {
  const me = useMe()
  const { data, isError, isFetching, refetch } = useOverview()
  return <HomePageView overview={data} failed={isError && !data} busy={isFetching} mayRegister={can(me, 'SDS_UPLOAD')} onRetry={() => void refetch()} />
}
