"""Tests of the package. They need the program, by PULLTAB_PROGRAM or in the package.

python3 -m unittest discover scripts/python/tests
"""

import asyncio
import os
import pathlib
import pickle
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

import pulltab
from pulltab import _child

HERE = pathlib.Path(__file__).parent
SENTENCE = "The lighthouse keeper wrote a line for each hour of the night, whether or not a ship had passed. "


def page(name):
    return f"<title>{name}</title><article><h1>{name}</h1><p>{SENTENCE * 2}{name}.</p><p>{SENTENCE}</p></article>"


class Convert(unittest.TestCase):
    def test_a_page_has_text_markdown_and_a_confidence(self):
        r = pulltab.convert(page("Log"), url="https://example.com/log")
        self.assertEqual((r.title, r.url, r.error), ("Log", "https://example.com/log", None))
        self.assertIn("# Log", r.markdown)
        self.assertIn("lighthouse keeper", r.text)
        self.assertGreater(r.confidence, 0.5)
        self.assertEqual(r.fields["band"], r.band)

    def test_extract_returns_the_text_or_nothing(self):
        self.assertTrue(pulltab.extract(page("Log")).startswith("Log\n"))
        self.assertEqual(pulltab.extract(""), "")

    def test_bytes_are_decoded(self):
        self.assertEqual(pulltab.convert(page("Flöhe").encode("latin-1"), encoding="latin1").title, "Flöhe")
        self.assertEqual(pulltab.convert(page("Flöhe").encode()).title, "Flöhe")

    def test_errors_have_a_code(self):
        with self.assertRaises(pulltab.PulltabError) as caught:
            pulltab.convert("")
        self.assertEqual(caught.exception.code, "E_EMPTY")
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).code, "E_EMPTY")
        with self.assertRaises(TypeError):
            pulltab.convert(7)

    def test_half_of_a_surrogate_pair_is_no_error(self):
        self.assertIn("lighthouse", pulltab.convert(page("Log \ud800")).text)

    def test_coroutines(self):
        async def both():
            return await asyncio.gather(pulltab.aconvert(page("One")), pulltab.aconvert(page("Two")))

        self.assertEqual([r.title for r in asyncio.run(both())], ["One", "Two"])

    def test_threads_get_their_own_answers(self):
        titles = {}

        def work(name):
            titles[name] = pulltab.convert(page(name)).title

        threads = [threading.Thread(target=work, args=(f"Page {n}",)) for n in range(12)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(titles, {f"Page {n}": f"Page {n}" for n in range(12)})

    def test_the_command_line_is_the_program(self):
        out = subprocess.run([sys.executable, "-m", "pulltab", "version"], capture_output=True, text=True, check=True)
        self.assertIn("pulltab", out.stdout)

    @unittest.skipUnless(hasattr(os, "fork"), "needs fork")
    def test_a_forked_process_has_children_of_its_own(self):
        pulltab.convert(page("Parent"))
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(write, pulltab.convert(page("Child")).title.encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        self.assertEqual(os.read(read, 100), b"Child")
        self.assertEqual(pulltab.convert(page("Parent")).title, "Parent")


class Pools(unittest.TestCase):
    def test_results_come_in_order_and_each_once(self):
        with pulltab.Pool(workers=3, fields=["title"]) as pool:
            documents = [{"id": f"n{n}", "html": page(f"Page {n}")} for n in range(20)]
            self.assertEqual([(r.id, r.title) for r in pool.map(documents)], [(f"n{n}", f"Page {n}") for n in range(20)])
            any_order = list(pool.map(documents, ordered=False))
            self.assertEqual(sorted(int(r.id[1:]) for r in any_order), list(range(20)))
            self.assertTrue(all(r.title == f"Page {r.id[1:]}" for r in any_order))
            copy = pickle.loads(pickle.dumps(pool))
        self.assertEqual(copy.convert(page("Copy")).title, "Copy")
        copy.close()
        with self.assertRaises(RuntimeError):
            pool.convert(page("Closed"))

    def test_map_takes_few_documents_ahead(self):
        taken = 0

        def documents():
            nonlocal taken
            for n in range(100):
                taken += 1
                yield {"html": page(str(n))}

        with pulltab.Pool(workers=2) as pool:
            next(pool.map(documents()))
        self.assertLessEqual(taken, 4)

    def test_coroutines_get_results_in_order(self):
        async def titles():
            with pulltab.Pool(workers=2) as pool:
                return [r.title async for r in pool.amap({"html": page(f"Page {n}")} for n in range(9))]

        self.assertEqual(asyncio.run(titles()), [f"Page {n}" for n in range(9)])

    @unittest.skipIf(sys.platform == "win32", "needs signals")
    def test_killed_children_lose_no_answer(self):
        with pulltab.Pool(workers=2, fields=["title"]) as pool:
            answers = []
            for r in pool.map({"id": n, "html": page(f"Page {n}")} for n in range(40)):
                answers.append((r.id, r.title, r.error))
                if r.id in (5, 15, 16, 30):
                    os.kill(pool.pids[0], signal.SIGKILL)
        self.assertEqual(answers, [(n, f"Page {n}", None) for n in range(40)])

    def test_a_document_at_the_end_of_a_pool_is_refused_and_not_forgotten(self):
        pool = pulltab.Pool(1)
        pool.submit({"html": page("Log")}).result()

        class Closes(dict):  # the pool, while another thread would be in submit
            def get(self, name):
                pool.close()
                return super().get(name)

        with self.assertRaises(RuntimeError):
            pool.submit(Closes(html=page("Late")))

    def test_a_missing_program_is_an_error(self):
        with pulltab.Pool(workers=1, executable="/nonexistent/pulltab") as pool:
            with self.assertRaises(OSError):
                pool.convert("x")


@unittest.skipIf(sys.platform == "win32", "needs an executable script")
class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.environ["PULLTAB_TEST_MARK"] = os.path.join(folder.name, "mark")
        self.program = pathlib.Path(folder.name) / "program"
        self.program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "fake_program.py"}"\n')
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def titles(self, *pages, timeout=20.0):
        with pulltab.Pool(workers=1, executable=str(self.program), timeout=timeout) as pool:
            return list(pool.map({"id": p, "html": p} for p in pages))

    def test_a_page_that_crashes_twice_is_an_error(self):
        first, crash, last = self.titles("first", "crash", "last")
        self.assertEqual((first.text, last.text), ("first", "last"))
        self.assertEqual((crash.id, crash.error.code), ("crash", "E_RESTART"))
        self.assertNotEqual(first.title, last.title)  # another child

    def test_a_page_that_crashes_once_is_answered(self):
        self.assertEqual([r.text for r in self.titles("crash once", "last")], ["crash once", "last"])

    def test_answers_to_other_lines_are_refused(self):
        for wrong in ("other", "rubbish"):
            with self.subTest(wrong):
                r, last = self.titles(wrong, "last")
                self.assertEqual((r.error.code, last.text), ("E_RESTART", "last"))

    def test_a_page_that_hangs_is_an_error(self):
        grace, _child._GRACE = _child._GRACE, 0.3
        self.addCleanup(setattr, _child, "_GRACE", grace)
        hang, last = self.titles("hang", "last", timeout=0.2)
        self.assertEqual((hang.error.code, last.text), ("E_RESTART", "last"))


if __name__ == "__main__":
    unittest.main()
