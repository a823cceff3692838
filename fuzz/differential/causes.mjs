// Differences that are known and stay: what a minimal page of theirs looks like, and why they are left.

/** Returns a pattern of inline boxes with `inside` in them. */
const inInline = inside =>
  new RegExp(`<(span|b|em|a|code|small|sub|mark|label|bdi|output)(?=[ >])[^>]*>((?!</\\1>)[^])*${inside}|display: inline[;"][^]*${inside}`);

/** Returns a pattern of multi-column containers with `inside` in them. */
const inColumns = inside => new RegExp(`(?:columns|column-count|column-width): [^]*(?:${inside})`);

/** Returns a pattern of flex and grid containers with `inside` in them. */
const inContainer = inside => new RegExp(`display: (inline-)?(flex|grid)[^]*${inside}`);

/** Returns a pattern of pages in quirks mode with `inside` in them. */
const inQuirks = inside => new RegExp(`^(?!<!DOCTYPE)[^]*${inside}`);

const BLOCK = '<(div|p|section|article|nav|ul|ol|menu|dl|hr|table|details|dialog|fieldset|figure|h2|pre|center)(?=[ >])[^>]*>';

/**
 * Each: `name`, the `kinds` of findings (all without it), a `pattern` of the HTML of the minimal page, the `reason`. What a pattern
 * leaves room for is not looked at, so each names what its cause needs and no more.
 */
export const CAUSES = [
  {
    name: 'scaled SVG text',
    kinds: ['boxes'],
    pattern: /<svg viewBox[^>]*>.*<text/,
    reason: 'Chromium rounds widths of glyphs at the size at which they are seen; some px of a thousand',
  },
  {
    name: 'boxes in bases of ruby',
    kinds: ['boxes'],
    pattern: new RegExp(`<ruby[^>]*>((?!</ruby>)[^])*(${BLOCK}|<(br|wbr|img|svg|canvas|video|iframe|progress|meter|input|select|textarea|button|object|audio)[ >])`),
    reason: 'where lines break beside boxes in a base, how wide such a base is by its contents, and boxes out of flow in one',
  },
  {
    name: 'annotations of several words',
    kinds: ['boxes'],
    pattern: /<ruby[^>]*>[^]{20,}<rt[^>]*>[^<]*[^\s<]\s+[^\s<]/,
    reason: 'an annotation of a base on several lines is broken as the base is; ours is on the first of them as a whole',
  },
  {
    name: 'annotations in tables on lines',
    kinds: ['boxes'],
    pattern: /display: inline-table[^]*<ruby/,
    reason: 'what of an annotation is above the first line of such a table',
  },
  {
    name: 'annotations below blank lines',
    kinds: ['boxes'],
    pattern: /<br[^>]*>\s*<ruby/,
    reason: 'a line that holds nothing but a break leaves less room for an annotation below it than one with text',
  },
  {
    name: 'annotations that overflow',
    kinds: ['hits'],
    pattern: /[^-]height: [^]*<ruby/,
    reason: 'a ruby is hit where its line overflows what it is in',
  },
  {
    name: 'ruby after blocks with heights',
    kinds: ['boxes'],
    pattern: /([^-]height: |<(progress|meter)[^>]*display: |display: (flex|grid|table|flow-root)[^>]*><)[^]*<ruby/,
    reason: 'an annotation takes the room that a fixed height leaves below the contents of the block before; we do not know that',
  },
  {
    name: 'sizes and edges of annotations',
    kinds: ['boxes'],
    pattern: /<ruby[^]*<rt style="[^"]*(height|width|padding|margin|border|display|position|float|vertical-align|line-height|aspect-ratio|overflow|transform|rotate|scale|translate): |<ruby[^]*<rt style="[^"]*(padding|margin|border|overflow|min|max)-/,
    reason: 'an annotation is an inline box to Chrome and a block to us: sizes, transforms and vertical edges',
  },
  {
    name: 'sizes of SVG shapes as keywords',
    pattern: /<(rect|circle)[^>]*style="[^"]*(width|height): (auto|stretch|(min|max|fit)-content)/,
    reason: 'a keyword is 0 to Chrome; we keep the attribute',
  },
  {
    name: 'size containment of what has a size by itself',
    pattern: /<(img|video|canvas|iframe|select|input|fieldset|button)[^>]*contain: (inline-size|size|strict|content)|display: (inline-)?flex[^"]*contain: (size|strict)|contain: (size|strict)[^"]*display: (inline-)?flex/,
    reason: 'sizes without contents of images, controls and flex containers; pages contain plain boxes',
  },
  {
    name: 'content-visibility of controls',
    pattern: /<(button|input|select|textarea|fieldset|meter|progress)[^>]*(content-visibility|until-found)/,
    reason: 'the boxes inside of controls that it hides are not ours',
  },
  {
    name: 'containment of parts of tables',
    pattern: /<(tr|tbody|thead|tfoot|colgroup|col|td|th)[^>]*(contain|content-visibility|until-found)/,
    reason: 'which parts it applies to',
  },
  {
    name: 'broken images',
    kinds: ['boxes', 'hits'],
    pattern: /(?=[^]*<img (alt|title)="[^"]+"(?![^>]* src))[^]*(zoom|contain|overflow|display: (table|grid|flex)|text-indent|text-wrap|line-height|float|column|::(before|after))|zoom: [^]*<input type="image"/,
    reason: 'Chrome lays out icon and text of one in a tree of its own: generated content, overflow on one axis, low lines and zoom count differently',
  },
  {
    name: 'blocks in lists of options',
    kinds: ['boxes'],
    pattern: /<select[^>]*>[^]*<(div|p|span|hr|button|h2)/,
    reason: 'widths of lists by what is not an option',
  },
  {
    name: 'options outside of lists',
    kinds: ['snapshot'],
    pattern: /<body>(?![^]*<select)[^]*<option style="display: contents"/,
    reason: 'their text is no label without a box',
  },
  {
    name: 'ratios of controls',
    kinds: ['boxes'],
    pattern: /<(input|select|textarea|button|meter|progress)[^>]*aspect-ratio/,
    reason: 'controls have sizes of their own; we let a ratio change those of boxes alone',
  },
  {
    name: 'keyword widths with a ratio',
    kinds: ['boxes'],
    pattern: /aspect-ratio: [^"]*width: (min|max|fit)-content|width: (min|max|fit)-content[^"]*aspect-ratio: /,
    reason: 'the contents of a box whose height and ratio are given are as wide as both ask',
  },
  {
    name: 'content-visibility of tables, and with limits by content',
    kinds: ['boxes'],
    pattern: /(until-found|content-visibility: hidden)[^>]*(display: (inline-)?table|-content)|-content[^"]*content-visibility: hidden|<table[^>]*(until-found|content-visibility: hidden)/,
    reason: 'it does not apply to tables, and limits by content are those without contents',
  },
  {
    name: 'content-visibility and display of SVG parts',
    pattern: /<(svg|g|text|tspan|rect|circle)[^>]*(content-visibility|until-found|display: )/,
    reason: 'which of them Chrome does not render',
  },
  {
    name: 'SVG text in controls',
    kinds: ['boxes'],
    pattern: /<button[^>]*>[^]*<svg[^>]*>[^]*<text/,
    reason: 'as scaled SVG text: glyphs of 13.33 px are not rounded',
  },
  {
    name: 'options out of flow, and ratios of options',
    kinds: ['boxes'],
    pattern: /<option[^>]*(position: (absolute|fixed)|float: |aspect-ratio: )/,
    reason: 'lists are as wide and as high as their rows are, in flow or not',
  },
  {
    name: 'markers beside floats alone',
    kinds: ['hits'],
    pattern: /<li[^>]*>(<[^>]*>)?<[^>]*float: /,
    reason: 'the marker of an item that holds nothing but a float stands after it',
  },
  {
    name: 'hidden options',
    kinds: ['boxes'],
    pattern: /<option[^>]*(until-found|content-visibility)/,
    reason: 'the widths of options whose contents are skipped',
  },
  {
    name: 'floats with ratios and limits by content',
    kinds: ['boxes'],
    pattern: /float: [^>]*aspect-ratio: [^>]*-content/,
    reason: 'the automatic minimum of a float by its ratio',
  },
  {
    name: 'controls on lines from right to left',
    kinds: ['hits'],
    pattern: /(direction: |dir=")rtl[^]*<(progress|meter|input|select|button|img)/,
    reason: 'the text that comes before a control from the right is hit beside it',
  },
  {
    name: 'padding of empty inline boxes',
    kinds: ['hits'],
    pattern: /<(span|b|em|a|code|small|sub|mark|label|bdi) style="[^"]*padding: [^>]*></,
    reason: 'an empty box with padding is hit where it is; its parent is not',
  },
  {
    name: 'content-visibility of cells',
    kinds: ['boxes'],
    pattern: /display: table-cell[^"]*content-visibility|content-visibility[^"]*display: table-cell/,
    reason: 'the sizes of cells whose contents are skipped',
  },
  {
    name: 'limits of SVGs in grids',
    kinds: ['boxes'],
    pattern: inContainer('(<svg[^>]*(min|max)-(width|height): |grid-template-rows: [^"]*fr[^]*<svg)'),
    reason: 'cyclic percentages, and rows that share room, with a ratio',
  },
  {
    name: 'margins of items of legacy boxes',
    kinds: ['boxes'],
    pattern: /-webkit-box[^]*<[a-z]+ style="[^"]*margin: -/,
    reason: 'an inline element that is an item with negative margins',
  },
  {
    name: 'indents in fieldsets',
    kinds: ['boxes'],
    pattern: /<fieldset[^>]*text-indent|text-indent[^]*<fieldset/,
    reason: 'the box inside of a fieldset begins with the first line or not',
  },
  {
    name: 'empty tables with widths by content',
    kinds: ['boxes'],
    pattern: /<table style="width: (min|max|fit)-content"><\/table>/,
    reason: 'as empty tables as items',
  },
  {
    name: 'rows that are sticky',
    kinds: ['boxes'],
    pattern: /<(tr|tbody|thead|tfoot)[^>]*position: sticky/,
    reason: 'Chrome moves their cells, not the row',
  },
  {
    name: 'limits of controls and replaced elements by content',
    kinds: ['boxes'],
    pattern: /<(textarea|input|select|button|progress|meter|img|svg|canvas|video|iframe)[^>]*(min|max)-height: (min|max|fit)-content/,
    reason: 'their heights by content are those without limits, or the natural ones, or 0',
  },
  {
    name: 'boxes of positioned inline boxes',
    kinds: ['boxes'],
    pattern: /<(span|b|em|a|code|small|sub|mark|label|bdi) style="[^"]*position: (relative|sticky)/,
    reason: 'what a positioned inline box is around decides where it sticks, and what is in it where it contains blocks',
  },
  {
    name: 'corners of rounded bars',
    kinds: ['hits'],
    pattern: /<(progress|meter)[^>]*border-radius/,
    reason: 'bars fill the corners of what they are in',
  },
  {
    name: 'widths of tables by height and ratio',
    kinds: ['boxes'],
    pattern: /display: (inline-)?table[^"]*height: [^"]*aspect-ratio|aspect-ratio: [^"]*display: (inline-)?table[^"]*height/,
    reason: 'we take the height of a table from its ratio, not the width',
  },
  {
    name: 'columns on controls',
    pattern: /<(button|input|select|textarea|fieldset|meter|progress)[^>]*style="[^"]*column/,
    reason: 'some controls ignore them, others have them in a box inside',
  },
  {
    name: 'generated content of controls',
    kinds: ['boxes'],
    pattern: /#e1::[^]*<(progress|meter|input|select|textarea)[^>]* id="e1"/,
    reason: 'bars show what is generated in them, fields do not',
  },
  {
    name: 'controls and rules in buttons',
    pattern: /<button[^>]*>[^]*<(button|hr|fieldset|input|select|textarea|iframe)/,
    reason: 'nested controls, which HTML does not allow, and the baseline of a button with a rule',
  },
  {
    name: 'clipped fieldsets',
    kinds: ['hits'],
    pattern: /<fieldset[^>]*overflow/,
    reason: 'a legend sticks out of the clip',
  },
  {
    name: 'controls of videos',
    kinds: ['hits'],
    pattern: /<video controls/,
    reason: 'the bar of controls is hit in front of what overlaps it',
  },
  {
    name: 'frames in nested links',
    pattern: /<a[^>]*>[^]*<iframe[^]*<a/,
    reason: 'Chrome moves a frame while the parser mends the links, and shows it later',
  },
  {
    name: 'parts of tables out of flow or with another display',
    pattern: /<(table|colgroup|col|td|th|tr|caption|tbody|thead|tfoot)[^>]*(position: (absolute|fixed)|float: |display: (inline|contents|-webkit-box|flex|grid|block|list-item))/,
    reason: 'which anonymous part is around it decides what is hit',
  },
  {
    name: 'generated parts of tables',
    kinds: ['hits'],
    pattern: /#e1::[^]*<(tr|tbody|thead|tfoot|table)[^>]* id="e1"/,
    reason: 'the anonymous cells of generated content',
  },
  {
    name: 'empty tables as items',
    kinds: ['boxes'],
    pattern: inContainer('<table[^>]*></table>'),
    reason: 'they are as wide as the spacing of columns that they do not have',
  },
  {
    name: 'images in cells in quirks mode',
    kinds: ['boxes'],
    pattern: inQuirks('<t[dh][^>]*>[^]*<(img|video|canvas|svg|iframe)'),
    reason: 'beside which replaced elements and controls lines do not break in quirks mode',
  },
  {
    name: 'percentages in quirks mode',
    pattern: inQuirks('(height|top|bottom): (-?[\\d.]+%|stretch|calc)'),
    reason: 'which boxes percentages of heights pass through in quirks mode',
  },
  {
    name: 'line breaks in quirks mode',
    kinds: ['boxes'],
    pattern: inQuirks('<w?br[ >]'),
    reason: 'the heights of lines that hold a break and text of other elements',
  },
  {
    name: 'bodies that are containers in quirks mode',
    pattern: inQuirks('<body style="[^"]*(display|column-count|column-width|columns|height): '),
    reason: 'which of them fill the window',
  },
  {
    name: 'wbr beside nothing',
    pattern: /<wbr[^>]*>(<wbr|<\/?(div|body|p|span|dialog))|<img[^>]*><wbr/,
    reason: 'a break alone is a line to Chrome for boxes out of flow, indents and line heights',
  },
  {
    name: 'reversed lines',
    kinds: ['hits'],
    pattern: /flex-wrap: wrap-reverse/,
    reason: 'of lines that overlap Chrome paints the last one first',
  },
  {
    name: 'percentages of grids without a height',
    pattern: /(grid-template-rows|grid-auto-rows|row-gap): [\d.]+%/,
    reason: 'Chrome resolves them again once the height is known, and stretches the items to the rows of then',
  },
  {
    name: 'cyclic limits of items',
    pattern: inContainer('((min|max)-(width|height): [^;\"]*[\\d.]+%[^>]*(min|max)-|(min|max)-[a-z]+: fit-content[^\"]*[\\d.]+%|<img[^>]*(min|max)-(width|height): [\\d.]+%|display: (inline-)?(flex|grid)[^]*(min|max)-(width|height): [\\d.]+%)'),
    reason: "limits that are percentages and keywords of each other's sizes",
  },
  {
    name: 'controls in narrow flex containers',
    kinds: ['boxes'],
    pattern: /(?=[^]*[^-]width: \d+px)[^]*display: (inline-)?flex[^]*<(input|textarea|select|button|meter|progress)/,
    reason: 'the automatic minimum of controls, which are compressible in some cases',
  },
  {
    name: 'replaced items of nested containers',
    kinds: ['boxes'],
    pattern: inContainer('display: (inline-|-webkit-)?(flex|grid|box)[^]*<(img|video|canvas|svg|iframe)'),
    reason: 'the widths that nested containers ask for with images that are stretched or shrunk; docs/fidelity.md, layout tests',
  },
  {
    name: 'images without a picture in legacy boxes',
    kinds: ['boxes'],
    pattern: /-webkit-box[^]*<img(?![^>]* src)[^>]*height: [\d.]+%/,
    reason: 'the line of such an image in an anonymous item, and the percentage of its height',
  },
  {
    name: 'legacy boxes in grids, and cells in them',
    kinds: ['boxes'],
    pattern: /display: (inline-)?grid[^]*-webkit-box|-webkit-box[^]*display: table-cell/,
    reason: 'the widths by content of legacy boxes that shrink',
  },
  {
    name: 'capitals after elements',
    kinds: ['boxes'],
    pattern: /text-transform: capitalize[^]*<(textarea|input|img|bdi|button|select|[a-z]+ dir)|([a-z]|<\/[a-z]+>)<[a-z]+ style="[^"]*text-transform: capitalize/,
    reason: 'whether a word goes on after a box, an isolate or text of another case',
  },
  {
    name: 'sticky boxes under transforms',
    kinds: ['boxes'],
    pattern: /transform: [^]*position: sticky/,
    reason: 'Chrome rounds where they stay',
  },
  {
    name: 'details without a summary',
    kinds: ['boxes', 'hits'],
    pattern: /<details[^>]*>(?![^]*<summary)/,
    reason: 'the label that Chrome makes breaks after its triangle, and takes indents; so what is below it is elsewhere',
  },
  {
    name: 'justify-self of rules and positioned boxes',
    kinds: ['boxes'],
    pattern: /<hr[^>]*justify-self|position: (absolute|fixed)[^"]*justify-self|justify-self[^"]*position: (absolute|fixed)/,
    reason: 'rules fill their room in any case, and boxes without insets are aligned in the static one',
  },
  {
    name: 'floats in lines that break',
    kinds: ['boxes'],
    pattern: /<[a-z]+[^>]*>[a-z][^]*float: (left|right)/,
    reason: 'a float after the last place where a line may break goes to the next line in Chrome',
  },
  {
    name: 'borders around line breaks',
    kinds: ['boxes'],
    pattern: /<[a-z]+ style="[^"]*(border|padding|margin)[^>]*><br>/,
    reason: 'both edges of an inline box count for one of the lines that it is on',
  },
  {
    name: 'clip-path of inline boxes',
    kinds: ['hits'],
    pattern: /(?=[^]*clip-path: )[^]*(display: inline[;"]|<(span|b|em|a|code|small|sub|mark|label|bdi|output)[ >])/,
    reason: 'clips are of boxes with one rectangle',
  },
  {
    name: 'clip-path of parts of SVGs',
    kinds: ['hits'],
    pattern: /<(g|text|tspan|rect|circle)[^>]*clip-path: /,
    reason: 'clips are of boxes; what is clipped in a drawing is hit all the same',
  },
  {
    name: 'transformed blocks in inline boxes',
    kinds: ['hits'],
    pattern: inInline('<div[^>]*(transform|rotate|scale|translate): '),
    reason: 'the line of a block in an inline box is hit where the block is not',
  },
  {
    name: 'positioned inline boxes around blocks',
    kinds: ['hits'],
    pattern: /<(span|b|em|a|code|small|sub|mark|label|bdi|output) style=\"[^\"]*position: [^]*<(div|p)/,
    reason: 'a positioned inline box is hit with the lines that it is on, not with the blocks in it',
  },
  {
    name: 'skipped contents of inline boxes',
    kinds: ['hits'],
    pattern: /<details>[^]*<(span|a|label|b|em)/,
    reason: 'rectangles of inline boxes in closed details',
  },
  {
    name: 'direction of columns of tables',
    kinds: ['boxes'],
    pattern: /<col(group)?[^>]*dir(ection: |=")rtl/,
    reason: 'on which side of its cells an empty group of columns is',
  },
  {
    name: 'widths of options',
    kinds: ['boxes'],
    pattern: /<option[^>]*[^-]width: /,
    reason: 'a list is no wider than its options are told to be',
  },
  {
    name: 'transforms of columns',
    kinds: ['boxes'],
    pattern: /<col(group)?[^>]*(transform|rotate|scale|translate): /,
    reason: 'columns are not transformed in Chrome; they show nothing but a background, which pages do not turn',
  },
  {
    name: 'blocks of ruby in inline boxes',
    kinds: ['boxes'],
    pattern: /<ruby style="[^"]*display: /,
    reason: 'an annotation above the first line of such a block may take the margin around it',
  },
  {
    name: 'padding of options in percent, and limits of them',
    kinds: ['boxes'],
    pattern: /<option[^>]*(padding[a-z-]*: [\d.]+%|(min|max)-(width|height): )/,
    reason: 'a list counts padding for each of its rows, of a width that is not known yet, and its width limits of options',
  },
  {
    name: 'generated content of what is collapsed',
    kinds: ['snapshot'],
    pattern: /::(before|after)[^]*visibility: collapse|visibility: collapse[^]*::(before|after)/,
    reason: 'Playwright leaves generated content out where it is hidden, and keeps it where it is collapsed',
  },
  {
    name: 'blocks in inline boxes that overflow their block',
    kinds: ['hits'],
    pattern: new RegExp(`[^-]height: (?=[^]*(?:${inInline('(display: (table|block|flex|grid|flow-root|list-item)|<(div|p)[ >])').source}))`),
    reason: 'a line that is a block is hit as far as the block around it would reach; we hit all of its anonymous box',
  },
  {
    name: 'empty formatting contexts beside floats',
    kinds: ['boxes'],
    pattern: /float: [^]*display: (grid|flex|flow-root|table)[^>]*><\//,
    reason: 'Chrome leaves one without any size beside a float that fills the line, we move it below',
  },
  {
    name: 'percentages in stretched fieldsets',
    kinds: ['boxes'],
    pattern: inContainer('<fieldset[^>]*>[^]*height: ([\\d.]+%|calc)'),
    reason: 'a fieldset that is as high as its line gives its contents no height in Chrome',
  },
  {
    name: 'shapes of floats beside lines',
    kinds: ['boxes', 'hits'],
    pattern: /shape-outside: /,
    reason: 'Chrome looks for the room of a line before it knows its height, we with that of its first text; lines in the float are hit',
  },
  {
    name: 'percentages of the padding of items with heights',
    kinds: ['boxes'],
    pattern: inContainer('(<progress|<meter|box-sizing: border-box)[^>]*padding[a-z-]*: [\\d.]+%'),
    reason: 'a row of a grid is as high as the padding, where that is more than the height of an item; we take the height',
  },
  {
    name: 'stretched images in containers with heights in percent',
    kinds: ['boxes'],
    pattern: /display: (inline-)?flex[^"]*(height: (calc|[\d.]+%)|bottom: )[^]*<(img|canvas|svg|video)|(height: (calc|[\d.]+%)|bottom: )[^"]*display: (inline-)?flex[^]*<(img|canvas|svg|video)/,
    reason: 'the width that a container asks for by the height of its line and a ratio; a height in percent is not known to us then',
  },
  {
    name: 'text areas that are clipped',
    kinds: ['boxes'],
    pattern: /<textarea[^>]*overflow[a-z-]*: clip/,
    reason: 'one that does not scroll has the baseline of its last line',
  },
  {
    name: 'maximum heights of tables in percent',
    kinds: ['boxes'],
    pattern: /display: (inline-)?table[^"]*max-height: [\d.]+%|max-height: [\d.]+%[^"]*display: (inline-)?table/,
    reason: 'a table without rows is no higher than that in Chrome',
  },
  {
    name: 'limits by content of inline tables',
    kinds: ['boxes'],
    pattern: /display: (inline-)?table[^"]*(min|max)-width: (min|max|fit)-content|(min|max)-width: (min|max|fit)-content[^"]*display: (inline-)?table/,
    reason: 'a minimum of the contents makes a table in Chrome as wide as they are without breaks, replaced elements included',
  },
  {
    name: 'margins around boxes with size containment',
    kinds: ['boxes'],
    pattern: /contain: size[^>]*><\//,
    reason: 'margins collapse through an empty block in Chrome, be its size contained or not',
  },
  {
    name: 'markers in plaintext',
    kinds: ['hits'],
    pattern: /<li[^>]*(unicode-bidi: plaintext|dir="auto")/,
    reason: 'the side at which a marker is follows the text in Chrome, the direction here',
  },
  {
    name: 'heights that stretch in items',
    kinds: ['boxes'],
    pattern: inContainer('[^-]height: stretch'),
    reason: 'what is stretched in an item that is stretched itself, and whose height nothing else gives',
  },
  {
    name: 'negative lines in grids of areas',
    kinds: ['boxes'],
    pattern: /grid-template-areas: [^]*grid-(row|column): [^;"]*-1/,
    reason: 'how wide the implied tracks are that an item spans up to the last line',
  },
  {
    name: 'tables out of flow that stretch',
    kinds: ['boxes'],
    pattern: /(?=[^]*position: (absolute|fixed))[^]*(display: (inline-)?table[^"]*width: stretch|width: stretch[^"]*display: (inline-)?table)/,
    reason: 'they fill the room after their static position, not all of their containing block',
  },
  {
    name: 'ratios of items of areas',
    kinds: ['boxes'],
    pattern: /grid-template-areas: [^]*aspect-ratio: /,
    reason: 'the row of an item that is as wide as its area, and as high as its ratio asks, where other rows are implied by areas alone',
  },
  {
    name: 'ratios alone in containers on lines',
    kinds: ['boxes'],
    pattern: /display: inline-(flex|grid)[^]*<svg viewBox/,
    reason: 'an SVG with nothing but a ratio takes no part of the width by content',
  },
  {
    name: 'shapes without sizes in groups',
    kinds: ['boxes'],
    pattern: /<g[^>]*>[^]*<(circle(?![^>]* r=)|rect(?![^>]* width=))[^>]*(translate|rotate|scale|transform): /,
    reason: 'they count for no box of a group, wherever they are moved',
  },
  {
    name: 'inline boxes around what no pointer reaches',
    kinds: ['hits'],
    pattern: inInline('pointer-events: none'),
    reason: 'the line of a block in an inline box is hit only where the block is',
  },
  {
    name: 'paragraphs in inline boxes that end early',
    kinds: ['hits'],
    pattern: inInline(`<p[^>]*>${BLOCK}`),
    reason: 'the margins of the empty paragraphs that the parser leaves; see empty blocks in inline boxes',
  },
  {
    name: 'markers on lines without height',
    kinds: ['hits'],
    pattern: /line-height: 0[^]*<li|<li[^>]*line-height: 0/,
    reason: 'a marker is hit as high as its font',
  },
  {
    name: 'limits of grids by content',
    kinds: ['boxes'],
    pattern: /grid-template-rows: [^"]*(min|max)-height: (min|max|fit)-content/,
    reason: 'rows of a grid that share the room of a limit by content',
  },
  {
    name: 'indents after empty blocks',
    kinds: ['boxes'],
    pattern: /text-indent: [^]*<(div|p|section|article|nav)[^>]*><\/(div|p|section|article|nav)>/,
    reason: 'the width by content of lines that follow a block counts no indent',
  },
  {
    name: 'columns of a fixed height',
    kinds: ['boxes', 'snapshot'],
    pattern: inColumns('[^"]*height: '),
    reason: 'what is higher than its column, and margins at the start of columns; docs/fidelity.md, multi-column',
  },
  {
    name: 'column-span',
    kinds: ['boxes'],
    pattern: /column-span: all/,
    reason: 'the part of an empty block after what spans all columns, and a body that spans them',
  },
  {
    name: 'inline boxes around blocks in columns',
    kinds: ['boxes'],
    pattern: inColumns(inInline(BLOCK).source),
    reason: 'such a box is not cut; docs/fidelity.md, multi-column',
  },
  {
    name: 'floats and positioned boxes in columns',
    kinds: ['boxes'],
    pattern: inColumns('(float: |position: |<dialog|rotate|transform)'),
    reason: 'they are not cut, and transforms are of the whole strip; docs/fidelity.md, multi-column',
  },
  {
    name: 'replaced elements and controls on lines in columns',
    kinds: ['boxes'],
    pattern: inColumns('<(img|input|svg|canvas|video|iframe|meter|progress|textarea|select|button)'),
    reason: 'columns are balanced by pieces of one height; Chrome goes on where lines are higher than others',
  },
  {
    name: 'blank boxes in columns',
    kinds: ['boxes'],
    pattern: inColumns('>(<(div|p|li|ol|ul|hr|dl|menu)[^>]*>)*(</(div|p|li|ol|ul|hr|dl|menu)>)+'),
    reason: 'where boxes without content are cut; docs/fidelity.md, multi-column',
  },
  {
    name: 'empty blocks in inline boxes',
    pattern: inInline(`${BLOCK}(<(img|wbr|br|/?div|/?p|progress|table)[^>]*>)*</`),
    reason: 'an inline box begins where the margin above an empty block in it does',
  },
  {
    name: 'margins of blocks in inline boxes',
    kinds: ['boxes'],
    pattern: inInline('(<(p|hr|ul|ol|dl|h2)[ >]|<[a-z]+ style=\"[^\"]*(margin|position: sticky))'),
    reason: 'the line of a block in an inline box holds the margin above it',
  },
  {
    name: 'empty inline boxes',
    kinds: ['boxes'],
    pattern: /<(span|b|em|a|code|small|sub|mark|label|bdi|output|rt)(?=[ >])[^>]*>(<[^>]*float: [^>]*>(<\/[a-z]+>)?)?<\/|display: inline[;"][^>]*><\//,
    reason: 'where nothing makes a line, Chrome raises empty boxes, moves sticky ones and does not start beside floats',
  },
  {
    name: 'columns in columns',
    pattern: /column(s|-count|-width): .*column(s|-count|-width): /s,
    reason: 'where lines of inner columns may be cut depends on the outer ones; docs/fidelity.md, columns',
  },
  {
    name: 'cut flex, grid and table containers',
    pattern: /(columns|column-count|column-width): .*(display: (inline-)?(flex|grid|table)|<table|<fieldset)/s,
    reason: 'items and cells that are beside others are not cut in columns; docs/fidelity.md, multi-column',
  },
  {
    name: 'what overflows columns',
    kinds: ['hits'],
    pattern: /(columns|column-count|column-width): /,
    reason: 'Chromium hits the whole width of a column where a line or a box in it overflows its end, and nothing of a cut box in the gaps; ours is one box',
  },
];
