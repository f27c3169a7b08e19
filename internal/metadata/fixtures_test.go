package metadata_test

// fixture is a page written for this test, with what a reader would say is
// right about it; an empty string means that the page does not say.
type fixture struct {
	name, url, html string
	want            answer
}

var fixtures = []fixture{
	{
		name: "news with JSON-LD, Open Graph and a byline", url: "https://www.harbour-times.example/2026/03/20/ferry",
		html: `<html lang="en-GB"><head><title>New ferry runs on wind – Harbour Times</title>
<meta property="og:site_name" content="Harbour Times"><meta property="og:title" content="New ferry runs on wind">
<meta property="og:image" content="https://img.harbour-times.example/ferry.jpg">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"New ferry runs on wind","author":[{"@type":"Person","name":"Jane Doe"},{"@type":"Person","name":"Li Wei"}],"datePublished":"2026-03-20T23:30:00+01:00","publisher":{"@type":"Organization","name":"Harbour Times"}}</script></head>
<body><header><a href="/">Harbour Times</a></header><article><h1>New ferry runs on wind</h1><p class="byline">By Jane Doe and Li Wei</p><p>` + prose + `</p></article></body></html>`,
		want: answer{"title": "New ferry runs on wind", "author": "Jane Doe, Li Wei", "published": "2026-03-20", "site": "Harbour Times", "language": "en-GB", "image": "https://img.harbour-times.example/ferry.jpg"},
	},
	{
		name: "a blog with a plain byline and no markup", url: "https://stonebread.example/sour",
		html: `<html lang="en"><head><title>Sour dough without tears | Stone Bread</title></head><body><div id=top><a href="/">Stone Bread</a></div>
<h1>Sour dough without tears</h1><p>By Ana María Ortiz</p><p>March 3, 2025</p><p><img src="/img/loaf.jpg" alt=loaf>` + prose + `</p></body></html>`,
		want: answer{"title": "Sour dough without tears", "author": "Ana María Ortiz", "published": "2025-03-03", "site": "Stone Bread", "language": "en"},
	},
	{
		name: "German, day before month, no JSON-LD", url: "https://www.tagblatt.example/wald",
		html: `<html lang="de"><head><title>Der Wald erholt sich - Tagblatt</title><meta property="og:site_name" content="Tagblatt"><meta name="author" content="Von Käthe Müller"></head>
<body><article><h1>Der Wald erholt sich</h1><p class="author">Von Käthe Müller</p><span class="date">05.04.2024, 10:15 Uhr</span><p>` + prose + `</p></article></body></html>`,
		want: answer{"title": "Der Wald erholt sich", "author": "Käthe Müller", "published": "2024-04-05", "site": "Tagblatt", "language": "de"},
	},
	{
		name: "British slashes", url: "https://moor.example.co.uk/notes/heather",
		html: `<html lang="en-GB"><head><title>Heather in bloom</title></head><body><main><h1>Heather in bloom</h1><div class="post-meta">Posted by Tom Hale on 03/09/2023</div><p>` + prose + `</p></main></body></html>`,
		want: answer{"title": "Heather in bloom", "author": "Tom Hale", "published": "2023-09-03", "site": "moor.example.co.uk", "language": "en-GB"},
	},
	{
		name: "a graph with references", url: "https://clay.example/glaze/",
		html: `<html><head><title>Glazes that last - Clay &amp; Fire</title><meta property="og:locale" content="fr_CA">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","@id":"#w","name":"Clay & Fire"},{"@type":"Person","@id":"#p","name":"Noor Aziz"},{"@type":"WebPage","@id":"https://clay.example/glaze/","name":"Glazes that last - Clay & Fire"},{"@type":"BlogPosting","headline":"Glazes that last","author":{"@id":"#p"},"datePublished":"2022-11-05T08:00:00Z","image":{"@type":"ImageObject","url":"/img/g.png"}}]}</script></head>
<body><h1>Glazes that last</h1><p>` + prose + `</p></body></html>`,
		want: answer{"title": "Glazes that last", "author": "Noor Aziz", "published": "2022-11-05", "site": "Clay & Fire", "language": "fr-CA", "image": "https://clay.example/img/g.png"},
	},
	{
		name: "broken JSON-LD beside good meta elements", url: "https://orbit.example/post/9",
		html: `<html lang="en-US"><head><title>Orbit: Mirrors in space</title><script type="application/ld+json">{"@type":"Article","headline":"Wrong</script>
<meta name="twitter:title" content="Mirrors in space"><meta name="twitter:image" content="/m.jpg"><meta name="dc.creator" content="Ito Kenji"><meta property="article:published_time" content="2021-07-01T00:30:00+09:00"></head>
<body><h2>Mirrors in space</h2><p>` + prose + `</p></body></html>`,
		want: answer{"title": "Mirrors in space", "author": "Ito Kenji", "published": "2021-07-01", "site": "Orbit", "language": "en-US", "image": "https://orbit.example/m.jpg"},
	},
	{
		name: "microdata", url: "https://kitchen.example/soup",
		html: `<html lang=pt_br><head><title>Sopa de abóbora</title><meta name="application-name" content="Cozinha"></head><body>
<article itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Sopa de abóbora</h1><span itemprop="author" itemscope><a itemprop="url" href="/u/1"><span itemprop="name">Rita Lobo Alves</span></a></span>
<time itemprop="datePublished" datetime="2020-02-29">29 de fevereiro</time><img itemprop="image" src="/s.webp"><p>` + prose + `</p></article></body></html>`,
		want: answer{"title": "Sopa de abóbora", "author": "Rita Lobo Alves", "published": "2020-02-29", "site": "Cozinha", "language": "pt-BR", "image": "https://kitchen.example/s.webp"},
	},
	{
		name: "a paper with citation elements", url: "https://journal.example/10/5",
		html: `<html lang="en"><head><title>Sleep in octopuses | Journal of Quiet Animals</title><meta name="citation_title" content="Sleep in octopuses"><meta name="citation_author" content="Silva, Marta"><meta name="citation_author" content="Berg, Ole"><meta name="citation_publication_date" content="2019/06/03"><meta name="dc.publisher" content="Journal of Quiet Animals"></head>
<body><h1>Sleep in octopuses</h1><p>` + prose + `</p></body></html>`,
		want: answer{"title": "Sleep in octopuses", "author": "Marta Silva, Ole Berg", "published": "2019-06-03", "site": "Journal of Quiet Animals", "language": "en"},
	},
	{
		name: "nothing but a copyright line and a relative time", url: "https://shed.example/bench",
		html: `<html><head><title>A bench in an hour</title></head><body><h1>A bench in an hour</h1><p>2 hours ago</p><p>` + prose + `</p><footer>© 2026</footer></body></html>`,
		want: answer{"title": "A bench in an hour", "site": "shed.example"},
	},
	{
		name: "comments carry names and dates of their own", url: "https://loom.example/weft",
		html: `<html lang="en"><head><title>Weft and warp — Loom</title></head><body><article><h1>Weft and warp</h1><p>Written by Sofia Lind</p><time datetime="2024-08-09T12:00:00Z">9 Aug</time><p>` + prose + `</p></article>
<section class="comments"><div class="comment"><span class="author">troll99</span><time datetime="2025-01-01">1 Jan</time><p>No.</p></div></section></body></html>`,
		want: answer{"title": "Weft and warp", "author": "Sofia Lind", "published": "2024-08-09", "site": "Loom", "language": "en"},
	},
	{
		name: "Chinese date and site", url: "https://news.example.cn/a/1",
		html: `<html lang="zh-CN"><head><title>茶园的春天_春报</title><meta property="og:site_name" content="春报"></head><body><h1>茶园的春天</h1><div class="info"><span class="date">2023年4月5日</span> <span class="author">王小明</span></div><p>` + prose + `</p></body></html>`,
		want: answer{"title": "茶园的春天", "author": "王小明", "published": "2023-04-05", "site": "春报", "language": "zh-CN"},
	},
	{
		name: "the logo is the h1, the title an h2", url: "https://www.lantern.example/keys",
		html: `<html lang="en"><head><title>Keys nobody lost | Essays | The Lantern</title><meta property="og:site_name" content="The Lantern"><meta property="og:title" content="Keys nobody lost | The Lantern"></head>
<body><header><h1>The Lantern</h1></header><article><h2>Keys nobody lost</h2><p>by <a rel="author" href="/about/ida">Ida Holm</a></p><p>June 1st, 2022</p><p>` + prose + `</p></article></body></html>`,
		want: answer{"title": "Keys nobody lost", "author": "Ida Holm", "published": "2022-06-01", "site": "The Lantern", "language": "en"},
	},
	{
		name: "a title for search engines above a heading for readers", url: "https://roof.example/gutters/",
		html: `<html lang="en"><head><title>Gutter Cleaning Guide 2025: 9 Easy Tips</title><meta property="og:title" content="Gutter Cleaning Guide 2025: 9 Easy Tips"><meta property="og:site_name" content="Roof &amp; Co"></head>
<body><main><h1>How to clean gutters without falling off: nine tips</h1><div class="author-name">Per Dahl, Roof Expert</div><p>Updated: 5 May 2025</p><p>` + prose + `</p></main></body></html>`,
		want: answer{"title": "How to clean gutters without falling off: nine tips", "author": "Per Dahl", "published": "2025-05-05", "site": "Roof & Co", "language": "en"},
	},
	{
		name: "a forum thread", url: "https://forum.example/t/12",
		html: `<html lang="en"><head><title>Which saw for oak? | Wood Forum</title><meta property="og:site_name" content="Wood Forum"></head><body><h1>Which saw for oak?</h1>
<article class="message" data-author="OakFan7"><a class="username">OakFan7</a><time datetime="2018-10-11T06:00:00-0500">Oct 11</time><p>` + prose + `</p></article><article class="message" data-author="Ash"><a class="username">Ash</a><time datetime="2018-10-12T06:00:00-0500">Oct 12</time><p>` + prose + `</p></article></body></html>`,
		want: answer{"title": "Which saw for oak?", "author": "OakFan7", "published": "2018-10-11", "site": "Wood Forum", "language": "en"},
	},
}

const prose = `The morning was cold and the harbour lay still, and nobody on the quay had anything to say about it, which was unusual enough. When the first boat came in, its crew brought news of a wind that had turned, of nets left out too long, and of a light far off that none of them could name. By noon there was talk of little else in the town, and the baker, who had heard everything twice, began to sell bread by the story. It went on like that until evening, when the light came back and was only a lamp after all, swinging from a mast.`
