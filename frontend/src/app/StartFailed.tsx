import { page } from '@/shared/lib/browser'

/** Depends on nothing: settings, texts and the theme may not have loaded. */
export function StartFailed() {
  return (
    <main role="alert" style={{ fontFamily: 'sans-serif', maxWidth: 520, margin: '20vh auto', padding: 24, textAlign: 'center' }}>
      <h1 style={{ fontSize: 22 }} lang="ja">
        起動できませんでした
      </h1>
      <p lang="ja">通信環境をご確認のうえ、再読み込みしてください。</p>
      <p lang="en">The application could not start. Please check your connection and reload.</p>
      <button type="button" onClick={() => page.reload()} style={{ font: 'inherit', padding: '8px 20px' }}>
        再読み込み / Reload
      </button>
    </main>
  )
}
